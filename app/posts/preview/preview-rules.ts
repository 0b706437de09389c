/** How many pages a preview shows: the setting PREVIEW_PAGES. */
export type PreviewPages = number | 'all'

interface PreviewSettings {
  previewPages: PreviewPages
  siteName: string
}

/** Names all that a preview depends on besides its PDF; the number counts changes of how it is drawn. */
export const settingsOf = ({ previewPages, siteName }: PreviewSettings) => `1 ${previewPages} ${siteName}`

/** Even of `all`: each page takes a fifth of a second to draw, and up to 100 kB. */
const shownPagesMax = 300

/** Of a few pages one, otherwise half of them at most. */
export function shownPages(pageCount: number, setting: PreviewPages) {
  if (setting === 'all') return Math.min(pageCount, shownPagesMax)
  return pageCount < 6 ? 1 : Math.min(setting, Math.floor(pageCount / 2))
}
