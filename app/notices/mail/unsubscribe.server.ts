import { createHmac, timingSafeEqual } from 'node:crypto'

import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { findSecret } from '#app/platform/secrets.server.ts'

import { changeSetting } from '../change-settings.server.ts'
import { isAlways, noticeKindNames, type NoticeKind } from '../notice-rules.ts'

// The link in a mail that switches off mails of its kind, without log-in (RFC 8058). It holds its own proof: nothing is
// stored, and it works for as long as somebody has the mail.

export const findUnsubscribeSecret = (db: Db) => findSecret(db, 'unsubscribe')

const proofOf = async (db: Db, accountId: string, kind: NoticeKind) =>
  createHmac('sha256', await findUnsubscribeSecret(db))
    .update(`${accountId} ${kind}`)
    .digest('base64url')

export const unsubscribePath = async (db: Db, accountId: string, kind: NoticeKind) =>
  `/unsubscribe?${new URLSearchParams({ account: accountId, kind, proof: await proofOf(db, accountId, kind) })}`

/** What a link switches off; null if it is none of ours. */
export async function readUnsubscribe(db: Db, query: URLSearchParams) {
  const [accountId, given] = [query.get('account'), query.get('proof') ?? '']
  const kind = noticeKindNames.find((name) => name === query.get('kind'))
  if (!isId(accountId) || !kind || isAlways(kind, 'mail')) return null
  const [proof, sent] = [Buffer.from(await proofOf(db, accountId, kind)), Buffer.from(given)]
  return proof.length === sent.length && timingSafeEqual(proof, sent) ? { accountId, kind } : null
}

export const unsubscribe = (db: Db, { accountId, kind }: { accountId: string; kind: NoticeKind }) =>
  changeSetting(db, accountId, { kind, way: 'mail', isOn: false })
