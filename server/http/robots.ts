import { siteMap } from '#app/access/site-map.ts'
import { postDialogParams } from '#app/market/post-dialog-address.ts'

/**
 * Parameters that crawlers leave alone: they name a form or a dialog, the page that follows a log-in (`to`), or further
 * pages of a list (`before`), which change with every new post; the sitemap names all posts.
 */
const params = new Set([
  ...siteMap.flatMap(({ sends = {} }) => Object.keys(sends)).filter((name) => name !== ''),
  ...postDialogParams,
  'to',
  'before',
])

/** What visitors cannot open, and what is no page: data, PDFs of previews, the log-out. */
const closed = siteMap
  .filter(({ opens, file }) => !opens.includes('visitor') || !file.endsWith('.tsx'))
  .map(({ path }) => path.replaceAll(/:\w+/g, '*'))

/** `$` ends an address: without it `/market` would also be the start of others. */
const rules = [...closed.flatMap((path) => [`${path}$`, `${path}?`]), '/*.data$', '/*.data?'].concat(
  [...params].flatMap((name) => [`/*?${name}=`, `/*&${name}=`]),
)

export const robotsText = (origin: string) =>
  [
    'User-agent: *',
    'Allow: /',
    ...rules.map((rule) => `Disallow: ${rule}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
