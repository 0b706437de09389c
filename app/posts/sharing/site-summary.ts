/** What the site is, in a sentence. */
export const siteSummary = (siteName: string) =>
  `${siteName} connects students and sellers in Assam: used and new books, novels, study notes and course materials.`
