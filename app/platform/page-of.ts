/** Rows per page in people's own lists. */
export const pageSize = 24

/** Splits a query result of up to `pageSize` + 1 rows into the page and the cursor of the next one, if there is one. */
export function pageOf<Row extends { id: string }>(found: Row[]) {
  const rows = found.slice(0, pageSize)
  return { rows, next: found.length > pageSize ? rows.at(-1)!.id : null }
}
