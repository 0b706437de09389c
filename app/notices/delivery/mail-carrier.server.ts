import { setTimeout as sleep } from 'node:timers/promises'

import nodemailer from 'nodemailer'

import { type Config, isLoopback, type MailServer } from '#app/platform/config.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { makeLink } from '../mail/account-links.server.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { expandPasswordRequest } from '../mail/expand-password-request.server.ts'
import { unsubscribePath } from '../mail/unsubscribe.server.ts'
import { isAlways, isOn, noticeEvents } from '../notice-rules.ts'
import { teamAddress } from '../tell.server.ts'
import type { Carrier, Delivered } from './deliver-outbox.server.ts'
import type { OutboxRow } from './outbox.server.ts'

interface Options {
  db: Db
  config: Config & { mailServer: MailServer; publicUrl: string }
  /** The server has refused the account's address for good. */
  noteRefusal: (db: Db, refused: { accountId: string; address: string }) => Promise<unknown>
}

const connections = 5
/** Of one mail, from the connection to the server's answer. */
const mailMs = 60_000

/** Sends mails over SMTP. */
export function createMailCarrier({ db, config, noteRefusal }: Options): Carrier {
  const { mailServer, publicUrl } = config
  const transport = nodemailer.createTransport({
    host: mailServer.host,
    port: mailServer.port,
    secure: mailServer.isSecure,
    ...(mailServer.auth && { auth: mailServer.auth, requireTLS: !mailServer.isSecure && !isLoopback(mailServer.host) }),
    pool: true,
    maxConnections: connections,
    maxMessages: 500,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const host = new URL(publicUrl).hostname

  async function send(row: OutboxRow): Promise<Delivered> {
    if (row.event === 'password asked') return expandPasswordRequest(db, row)
    const address = row.address === teamAddress ? config.supportEmail : (row.address ?? row.email)
    if (!address || !isWanted(row)) return 'not wanted'
    const message = { ...(await compose(row, address)), from: mailServer.from, to: { name: '', address } }
    const headers = { 'Auto-Submitted': 'auto-generated' }
    const messageId = `<${row.id}@${host}>`
    try {
      await within(mailMs, transport.sendMail({ ...message, messageId, headers: { ...headers, ...message.headers } }))
      return 'sent'
    } catch (error) {
      const result = readRefusal(error)
      if (result === 'refused' && row.accountId) await noteRefusal(db, { accountId: row.accountId, address })
      return result
    }
  }

  async function compose(row: OutboxRow, address: string) {
    const kind = noticeEvents[row.event]
    const stopPath = row.accountId && !isAlways(kind, 'mail') ? await unsubscribePath(db, row.accountId, kind) : null
    const unsubscribeUrl = stopPath && publicUrl + stopPath
    const linkPath = await linkOf(db, row, address)
    const mail = composeMail(row, { siteName: config.siteName, publicUrl, linkPath, unsubscribeUrl })
    const headers: Record<string, string> = unsubscribeUrl
      ? { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      : {}
    return { ...mail, headers }
  }

  return { way: 'mail', atOnce: connections, send, close: () => transport.close() }
}

/** The link that the mail is about. It is made now, so that none is ever stored in readable form. */
function linkOf(db: Db, { event, accountId }: OutboxRow, email: string) {
  if (!accountId) return null
  if (event === 'password link') return makeLink(db, { purpose: 'password', accountId, email })
  if (event === 'confirm e-mail') return makeLink(db, { purpose: 'e-mail', accountId, email })
  return null
}

/** Whether the person still wants it, and the address still takes mail. */
function isWanted(row: OutboxRow) {
  if (row.isOver) return false
  if (!row.accountId) return true
  const isOwnAddress = row.address === null || row.address === row.email
  if (isOwnAddress && row.emailRefusedAt) return false
  if (row.address !== null) return true
  return row.emailConfirmedAt !== null && isOn(row.settings, noticeEvents[row.event], 'mail')
}

/** A permanent refusal of the recipient or of the mail. Everything else is tried again. */
function readRefusal(error: unknown): Delivered {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  const isAboutMail = command === 'RCPT TO' || command === 'DATA' || code === 'EMESSAGE'
  // Not the server's own words, which may name the person.
  if (!isAboutMail || !responseCode) return { down: [code, command, responseCode].filter(Boolean).join(' ') }
  return responseCode >= 500 ? 'refused' : 'later'
}

/** A server that sends a byte now and then would keep a mail from ever ending. */
async function within<T>(ms: number, sending: Promise<T>) {
  const ended = new AbortController()
  const late = sleep(ms, undefined, { signal: ended.signal }).then(
    () => Promise.reject(Object.assign(new Error('the mail server took too long'), { code: 'ETIMEDOUT' })),
    () => new Promise<never>(() => {}), // the mail was first
  )
  try {
    return await Promise.race([sending, late])
  } finally {
    ended.abort()
  }
}
