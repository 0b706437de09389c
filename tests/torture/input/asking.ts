import type { Ground, Person } from '../ground.ts'
import { rawIn } from '../hostile-texts.ts'
import { type Faults, maxMs } from './tally.ts'

let senders = 0

interface Sent {
  /** Names the case in messages about faults. */
  where: string
  number: number
  person: Person | null
  method?: 'POST'
  body?: string
  type?: string
  /** The Origin header: the site whose page sends the request. */
  origin?: string
  /** Accepts HTML, as a browser without JavaScript does. */
  isPlain: boolean
}

/** Sends a request and records every fault that no response may have, whatever was sent. */
export async function ask(ground: Ground, path: string, sent: Sent, faults: Faults) {
  const { where, number, person, method, body, type, origin, isPlain } = sent
  const sender = `10.${(senders >> 16) & 255}.${(senders >> 8) & 255}.${senders++ & 255}`
  const started = performance.now()
  const answer = await fetch(ground.server.address + path, {
    ...(method ? { method } : {}),
    ...(body === undefined ? {} : { body }),
    redirect: 'manual',
    headers: {
      'X-Forwarded-For': sender,
      Accept: isPlain ? 'text/html' : '*/*',
      ...(person ? { Cookie: person.cookie } : {}),
      ...(type ? { 'Content-Type': type } : {}),
      ...(origin ? { Origin: origin } : {}),
    },
  })
  const text = await answer.text()
  const ms = performance.now() - started
  const { headers, status } = answer
  const isPage = headers.get('Content-Type')?.startsWith('text/html') ?? false
  const raw = isPage ? rawIn(text) : undefined
  const goesTo = headers.get('Location')
  if (status >= 500) faults.add(where, `answers ${status}`, number, path, body)
  if (ground.isTimed && ms > maxMs + sendingMs(body)) faults.add(where, 'takes too long', number, ms, path, body)
  if (raw) faults.add(where, 'shows it as it was sent', number, raw, path, body)
  if (headers.has('X-Puthi-Injected')) faults.add(where, 'sets a header', number, path, body)
  if (text !== '' && headers.get('X-Content-Type-Options') !== 'nosniff')
    faults.add(where, 'may be taken for something else', number, path)
  if (goesTo && new URL(goesTo, ground.server.address).origin !== ground.server.address) {
    faults.add(where, 'leads elsewhere', number, goesTo, path)
  }
  return { status, ms }
}

/** A busy machine sends and reads 2 MB a second. */
const sendingMs = (body = '') => body.length / 2_000

/** The URL at which React Router's script requests the data of the page. */
export function asData(path: string) {
  const { pathname, search } = new URL(path, 'http://puthi.test')
  return `${pathname === '/' ? '/_' : pathname}.data${search}`
}
