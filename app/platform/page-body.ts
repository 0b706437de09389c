/** Of pages that are whole in memory, the bytes: their answers hold none, which would be a copy, in a stream. */
const bodies = new WeakMap<Response, Buffer>()

export function pageAnswer(body: Buffer, init: ResponseInit) {
  const answer = new Response(null, init)
  bodies.set(answer, body)
  return answer
}

export const hasBody = (answer: Response) => bodies.has(answer) || answer.body !== null

export const bodyOf = async (answer: Response) => bodies.get(answer) ?? (answer.body ? read(answer.body) : noBytes)

const noBytes = Buffer.alloc(0)

export async function read(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return Buffer.concat(chunks)
    chunks.push(value)
  }
}
