import { type Agent, request } from 'node:http'

import type { IdKeys } from '#app/accounts/sealed-text.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import type { Files } from './access-bodies.ts'
import type { Ask } from './access-model.ts'
import type { Seeded } from './access-people.ts'

export interface Context {
  db: Db
  dataDir: string
  idKeys: IdKeys
  seeded: Seeded
  files: Files
  agent: Agent
  address: string
  isProof: boolean
  isLong: boolean
  random: () => number
}

interface Answer {
  outcome: string
  /** Headers and body: all that leaves the server. */
  text: string
  body: string
}

export async function send(context: Context, ask: Ask, tries = 3): Promise<Answer> {
  try {
    return await sendOnce(context, ask)
  } catch (error) {
    // A busy server closes keep-alive connections that were idle for long.
    if (tries > 1 && (error as NodeJS.ErrnoException).code === 'ECONNRESET') return send(context, ask, tries - 1)
    throw error
  }
}

function sendOnce({ agent, address }: Context, ask: Ask): Promise<Answer> {
  const { person, method, form, path: asked, body } = ask
  const isSending = !['GET', 'HEAD', 'OPTIONS'].includes(method)
  const content = isSending ? new URLSearchParams(body).toString() : ''
  const headers: Record<string, string> = {
    Accept: form === 'page' ? 'text/html' : '*/*',
    ...(person.cookie && { Cookie: person.cookie }),
    ...(isSending && {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(Buffer.byteLength(content)),
    }),
  }
  return new Promise<Answer>((resolve, reject) => {
    const asking = request(address, { agent, method, path: asked, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const nonce = /'nonce-([^']+)'/.exec(String(response.headers['content-security-policy']))?.[1]
        const text = Buffer.concat(chunks).toString()
        const whole = nonce ? text.replaceAll(nonce, 'NONCE') : text
        const outcome = outcomeOf(response.statusCode!, response.headers.location, whole)
        resolve({ outcome, text: JSON.stringify(response.headers) + whole, body: whole })
      })
      response.on('error', reject)
    })
    asking.on('error', reject)
    asking.end(content)
  })
}

/** The unknown target when HEAD requests data and is redirected: the body that names it is not sent. */
export const somewhere = 'somewhere'

/** A data request gets a redirect as status 202, with the target in the body. */
function outcomeOf(status: number, location: string | undefined, body: string) {
  const to = status === 202 ? (/"redirect","([^"]+)"/.exec(body)?.[1] ?? somewhere) : location
  return to === undefined ? String(status) : `to ${to.split('?')[0]}`
}
