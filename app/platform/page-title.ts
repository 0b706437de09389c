/** What a browser's tab says. */
export const pageTitle = (title: string) => [{ title: `${title} · Puthi` }]
