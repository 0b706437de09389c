/** Of pages that are whole in memory, the bytes: their answers hold none, which would be a copy, in a stream. */
const bodies = new WeakMap<Response, Buffer>()

export function pageAnswer(body: Buffer, init: ResponseInit) {
  const answer = new Response(null, init)
  bodies.set(answer, body)
  return answer
}

export const hasBody = (answer: Response) => bodies.has(answer) || answer.body !== null

export const bodyOf = async (answer: Response) => bodies.get(answer) ?? Buffer.from(await answer.arrayBuffer())
