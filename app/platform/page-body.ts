/** Of pages that are whole in memory, the bytes: out of the answer itself they would come through a stream, as a copy. */
const bodies = new WeakMap<Response, Buffer>()

export function pageAnswer(body: Buffer, init: ResponseInit) {
  const answer = new Response(body as Uint8Array<ArrayBuffer>, init)
  bodies.set(answer, body)
  return answer
}

export const bodyOf = async (answer: Response) => bodies.get(answer) ?? Buffer.from(await answer.arrayBuffer())
