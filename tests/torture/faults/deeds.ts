import { buyPath, commentsPath } from '#app/access/paths.ts'
import { startSession } from '#app/accounts/sessions.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { aBook, aStudent } from '#database/makers.ts'

import { jpeg } from '../../support/pictures.ts'
import { pick, type Random } from '../random.ts'

const kinds = ['order', 'comment', 'request', 'post', 'message'] as const
type Kind = (typeof kinds)[number]

/**
 * `ok`: the server confirmed it. `failed`: it never reached the server, or was refused. `unknown`: it was sent, but got
 * no response, or one (5xx) that does not tell whether it was done.
 */
export type Outcome = 'ok' | 'failed' | 'unknown'

/** One form that a person submits. Its mark is the idempotency key, and identifies the row that the form creates. */
export interface Deed {
  kind: Kind
  mark: string
  outcome: Outcome
}

export interface People {
  postId: string
  cookies: string[]
  picture: Uint8Array<ArrayBuffer>
}

/** Creates a post to buy and comment on, and `count` students with sessions. */
export async function invite(db: Db, count = 4): Promise<People> {
  const post = await aBook(db, await aStudent(db), { sellingPricePaise: 26_000 })
  const cookies = await Promise.all(
    Array.from({ length: count }, async () => `puthi-session=${await startSession(db, await aStudent(db))}`),
  )
  return { postId: post.id, cookies, picture: new Uint8Array(await jpeg(40, 30)) }
}

/** Mostly small forms, as posts have pictures, which are expensive to process. */
const mixed: Kind[] = ['order', 'order', 'order', 'order', 'comment', 'comment', 'request', 'message', 'post']

/** The mark comes from the seeded generator, too, so that a run can be repeated. */
export function aDeed(random: Random, from: readonly Kind[] = mixed): Deed {
  const hex = () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0')
  const [a, b, c, d] = [hex(), hex(), hex(), hex()]
  const mark = `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${d}`
  return { kind: pick(random, from), mark, outcome: 'unknown' }
}

/** The path and body of the form, as a browser without JavaScript sends them. */
export function formOf({ kind, mark }: Deed, { postId, picture }: People) {
  const person = { phone: '9876543210', pin: '781001', address: 'Panbazar' }
  switch (kind) {
    case 'order': {
      const order = { key: mark, shownPaise: '26000', name: 'Rina', quantity: '2', ...person }
      return { path: buyPath(postId), body: new URLSearchParams(order) }
    }
    case 'comment':
      return { path: commentsPath(postId), body: new URLSearchParams({ key: mark, comment: mark }) }
    case 'request': {
      const wish = { key: mark, bookName: mark, className: 'XI', stream: 'Science', condition: 'Used', ...person }
      return { path: '/?index&request=on', body: new URLSearchParams(wish) }
    }
    case 'post': {
      const body = new FormData()
      const book = { key: mark, name: mark, stream: 'Science', condition: 'Good(used)', price: '495' }
      for (const [name, value] of Object.entries(book)) body.append(name, value)
      for (const field of ['picture1', 'picture2']) body.append(field, new Blob([picture]), `${field}.jpg`)
      return { path: '/CreateBooksAndNovels?tab=books', body }
    }
    case 'message': {
      const message = { key: mark, name: 'Rina', phone: '9876543210', reason: mark }
      return { path: '/ContactUs', body: new URLSearchParams(message) }
    }
  }
}

/** Sends the form once. Passes the status to `onOdd` if it is neither a success nor 503. */
export async function send(
  address: string,
  { deed, people, cookie }: { deed: Deed; people: People; cookie: string },
  onOdd: (status: number) => void = () => {},
): Promise<Outcome> {
  const { path, body } = formOf(deed, people)
  try {
    const headers = { Accept: 'text/html', Cookie: cookie }
    const answer = await fetch(address + path, { method: 'POST', redirect: 'manual', headers, body })
    await answer.body?.cancel()
    if (answer.status === 303 || (deed.kind === 'message' && answer.status === 200)) return 'ok'
    if (answer.status !== 503) onOdd(answer.status)
    return answer.status < 500 ? 'failed' : 'unknown' // the commit may have succeeded before the failure
  } catch (error) {
    const isRefused = (error as { cause?: { code?: string } }).cause?.code === 'ECONNREFUSED'
    return isRefused ? 'failed' : 'unknown'
  }
}

/** How many times a form is stored. */
export async function countStored(db: Db): Promise<(deed: Deed) => number> {
  const written = {
    order: await db.selectFrom('orders').select('key as mark').execute(),
    comment: await db.selectFrom('comments').select('comment as mark').execute(),
    request: await db.selectFrom('bookRequests').select('bookName as mark').execute(),
    post: await db.selectFrom('posts').select('name as mark').execute(),
    message: await db.selectFrom('contactMessages').select('reason as mark').execute(),
  }
  const times = new Map<string, number>()
  for (const kind of kinds) {
    for (const { mark } of written[kind]) times.set(kind + mark, (times.get(kind + mark) ?? 0) + 1)
  }
  return ({ kind, mark }) => times.get(kind + mark) ?? 0
}

/** Violations: a confirmed form must be stored once, a failed one never, and an unknown one at most once. */
export async function faultsOf(db: Db, deeds: Deed[]) {
  const timesOf = await countStored(db)
  return deeds.flatMap((deed) => {
    const { kind, outcome } = deed
    const found = timesOf(deed)
    const isRight = outcome === 'ok' ? found === 1 : found <= (outcome === 'failed' ? 0 : 1)
    return isRight ? [] : [`${outcome} ${kind} is there ${found} times`]
  })
}

export function countsOf(deeds: Deed[]) {
  const count = (outcome: Outcome) => deeds.filter((deed) => deed.outcome === outcome).length
  return `${count('ok')} ok, ${count('failed')} failed, ${count('unknown')} unknown`
}

export const okOf = (deeds: Deed[]) => deeds.filter(({ outcome }) => outcome === 'ok')
