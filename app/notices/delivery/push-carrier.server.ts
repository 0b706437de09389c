import { createECDH } from 'node:crypto'

import webPush from 'web-push'

import type { Config } from '#app/platform/config.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { findSecret } from '#app/platform/secrets.server.ts'

import { isOn, noticeEvents } from '../notice-rules.ts'
import { describeNotice } from '../notice-texts.ts'
import { isPushHost } from '../push/push-hosts.ts'
import type { Carrier, Delivered } from './deliver-outbox.server.ts'
import type { OutboxRow } from './outbox.server.ts'

interface Options {
  db: Db
  config: Config
}

const pushMs = 10_000
const keptSeconds = 24 * 60 * 60

/** The site's own pair of keys, by which push services know it (VAPID, RFC 8292). */
export async function findPushKeys(db: Db) {
  const pair = createECDH('prime256v1')
  const secret = await findSecret(db, 'push')
  pair.setPrivateKey(secret)
  // The pair itself returns a private key without the zeros that one in 256 begins with.
  return { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') }
}

/** Sends notices to browsers, each over the push service that its browser named. */
export function createPushCarrier({ db, config }: Options): Carrier {
  const { publicUrl, supportEmail, pushHosts } = config
  const subject = publicUrl?.startsWith('https:') ? publicUrl : `mailto:${supportEmail}`

  async function send(row: OutboxRow): Promise<Delivered> {
    const { endpoint, p256dh, auth } = row
    if (!endpoint || !p256dh || !auth || !isPushHost(endpoint, pushHosts)) return 'not wanted'
    if (row.isOver || !isOn(row.settings, noticeEvents[row.event], 'push')) return 'not wanted'
    const { title, text } = describeNotice(row)
    const payload = JSON.stringify({ id: row.noticeId, title, text })
    const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject, ...(await findPushKeys(db)) },
      TTL: keptSeconds,
    })
    try {
      const response = await fetch(request.endpoint, {
        method: request.method,
        headers: request.headers as Record<string, string>,
        body: new Uint8Array(request.body),
        redirect: 'error',
        signal: AbortSignal.timeout(pushMs),
      })
      await response.body?.cancel()
      return await readStatus(db, endpoint, response.status)
    } catch {
      return 'later' // this service does not answer; others may
    }
  }

  return { way: 'push', atOnce: 5, send, close: () => {} }
}

/** A browser that is gone is forgotten. */
async function readStatus(db: Db, endpoint: string, status: number): Promise<Delivered> {
  if (status < 300) return 'sent'
  if (status === 404 || status === 410) {
    await db.deleteFrom('pushSubscriptions').where('endpoint', '=', endpoint).execute()
    return 'refused'
  }
  return status === 429 || status >= 500 ? 'later' : 'refused'
}
