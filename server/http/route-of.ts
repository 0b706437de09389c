import { siteMap } from '#app/access/site-map.ts'

const plain = new Set(siteMap.map(({ path }) => path).filter((path) => !path.includes(':')))

const variable = siteMap
  .map(({ path }) => path)
  .filter((path) => path.includes(':'))
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`) }))

/** Routes that are no pages, by how their paths begin. */
const others = ['/assets/', '/pictures/', '/share/', '/uploads/', '/sitemap']

/** The route of a path, as the site map calls it: a page and its data are one. Never an id, and few in all. */
export function routeOf(path: string) {
  const page = path === '/_.data' ? '/' : path.replace(/\.data$/, '')
  if (plain.has(page)) return page
  const other = others.find((start) => path.startsWith(start))
  return other ?? variable.find(({ pattern }) => pattern.test(page))?.path ?? 'other'
}
