import type { Role } from '#app/access/role-rules.ts'
import { siteMap } from '#app/access/site-map.ts'

/** The ids of the routes that show this role nothing that others published. */
export const ownPagesOf = (role: Role) =>
  siteMap.filter(({ isOwnOf }) => isOwnOf?.includes(role)).map(({ id, file }) => id ?? file.replace(/\.tsx?$/, ''))
