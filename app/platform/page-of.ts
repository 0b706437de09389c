/** How many of their own things people are shown at once. */
export const pageSize = 24

/** A page of what was found, newest first; one more than it holds says that another page follows, and where it begins. */
export function pageOf<Row extends { id: string }>(found: Row[]) {
  const rows = found.slice(0, pageSize)
  return { rows, next: found.length > pageSize ? rows.at(-1)!.id : null }
}
