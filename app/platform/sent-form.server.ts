import { data } from 'react-router'

/** No form without files is larger. */
export const plainFormMaxBytes = 256 * 1024

/**
 * The form that a request carries. Anything else in its place is refused: it is no fault of ours, and nobody's page. So is
 * too large a one where the address also takes files: whole in memory, ten megabytes keep the server busy for seconds.
 */
export async function sentForm(request: Request) {
  if (Number(request.headers.get('Content-Length')) > plainFormMaxBytes) throw data(null, 413)
  try {
    return await request.formData()
  } catch {
    throw data(null, 400)
  }
}
