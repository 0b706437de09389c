/** Query parameters that open a dialog over a post's page, name a form, or report what was done. */
export const postDialogParams = ['index', 'picture', 'share', 'refused']

/** The other parameters, which determine the list. */
export function listQuery(search: string) {
  const query = new URLSearchParams(search)
  for (const name of postDialogParams) query.delete(name)
  return query
}
