const bodies = new WeakMap<Response, Buffer>()

/** A response whose bytes `bodyOf` returns as they are: `arrayBuffer()` copies them three times. */
export function pageResponse(body: Buffer, init: ResponseInit) {
  const response = new Response(body as Uint8Array<ArrayBuffer>, init)
  bodies.set(response, body)
  return response
}

/** Null if the response has no body. */
export async function bodyOf(response: Response) {
  const body = bodies.get(response)
  if (body) return body
  return response.body === null ? null : Buffer.from(await response.arrayBuffer())
}
