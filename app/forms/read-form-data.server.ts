import { data } from 'react-router'

/** Upper limit for forms without files. */
export const plainFormMaxBytes = 256 * 1024

/**
 * Reads the form in a request body; throws 400 if it is none. Throws 413 if it is too large, which pages that also take
 * files would let through: parsing ten megabytes in memory blocks the server for seconds.
 */
export async function readFormData(request: Request) {
  if (Number(request.headers.get('Content-Length')) > plainFormMaxBytes) throw data(null, 413)
  try {
    return await request.formData()
  } catch {
    throw data(null, 400)
  }
}
