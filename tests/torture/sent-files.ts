import type { Ground } from './ground.ts'
import type { HostileFile } from './hostile-files.ts'

export interface Tally {
  faults: string[]
  /** Faults of served files. */
  active: string[]
  /** The duration of each request, and the CPU time of each upload. */
  ms: number[]
  work: { what: string; ms: number }[]
  /** CPU time to receive a megabyte that is not decoded. */
  msPerMb: number
  /** CPU time of an ordinary photograph, which tells how fast this machine is at the moment. */
  photographMs: number
  kept: { what: string; key: string; bytes: Buffer }[]
  refused: number
  served: number
}

export const newTally = (): Tally => ({
  faults: [],
  active: [],
  ms: [],
  work: [],
  msPerMb: 0,
  photographMs: 0,
  kept: [],
  refused: 0,
  served: 0,
})

export async function upload(ground: Ground, { as, name }: HostileFile, bytes: Buffer, { ms }: Tally) {
  const place = as === 'picture' ? '/uploads/picture?folder=images&' : '/uploads/pdf?'
  const started = performance.now()
  const answer = await fetch(`${ground.server.address}${place}name=${encodeURIComponent(name)}`, {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { Cookie: ground.next('student').cookie },
  })
  const said = (await answer.json().catch(() => ({}))) as { key?: string; problem?: string }
  ms.push(performance.now() - started)
  return { status: answer.status, ...said }
}

/** As a browser without JavaScript sends it, with its file name. */
export async function sendForm(ground: Ground, { as, name }: HostileFile, bytes: Buffer, { ms }: Tally) {
  const [place, field] = as === 'picture' ? ['/CreateBooksAndNovels', 'picture1'] : ['/CreateCourseAndNotes', 'pdf1']
  const form = new FormData()
  form.append('name', 'A post')
  form.append(
    field,
    new Blob([new Uint8Array(bytes)], { type: as === 'picture' ? 'image/jpeg' : 'application/pdf' }),
    name,
  )
  const started = performance.now()
  const answer = await fetch(ground.server.address + place, {
    method: 'POST',
    body: form,
    redirect: 'manual',
    headers: { Cookie: ground.next('student').cookie, Accept: 'text/html' },
  })
  const page = await answer.text()
  ms.push(performance.now() - started)
  return { status: answer.status, html: page }
}
