import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { type MailServer, readConfig } from '#app/platform/config.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { aPushBrowser, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { until, untilHolds } from '#tests/support/until.ts'

import { unsubscribe } from '../mail/unsubscribe.server.ts'
import { tell, tellByMail } from '../tell.server.ts'
import { type Carrier, startDelivery } from './deliver-outbox.server.ts'
import { createMailCarrier } from './mail-carrier.server.ts'
import { createPushCarrier, findPushKeys } from './push-carrier.server.ts'

const { db } = await freshDatabase()
// One in 256 keys begins with a zero, which belongs to it.
const pushSecret = Buffer.concat([Buffer.alloc(1), randomBytes(31)])
await db.insertInto('secrets').values({ name: 'push', value: pushSecret }).execute()

/** Delivers until the test ends. Returns the lines of the log. */
function deliver(carrier: Carrier) {
  const lines: string[] = []
  const stop = startDelivery(
    db,
    createLog('info', (line) => lines.push(line)),
    [carrier],
  )
  onTestFinished(stop)
  return lines
}

const refusals: string[] = []
function mailCarrier(url: string) {
  const config = readConfig({ SMTP_URL: url, MAIL_FROM: 'hello@puthi.example', PUBLIC_URL: 'https://puthi.example' })
  const given = { ...config, mailServer: config.mailServer as MailServer, publicUrl: 'https://puthi.example' }
  const noteRefusal = async (_: unknown, { address }: { address: string }) => void refusals.push(address)
  return createMailCarrier({ db, config: given, noteRefusal })
}

async function aMailServer() {
  const mail = await startMailServer()
  onTestFinished(mail.stop)
  return mail
}

const aReader = () => aStudent(db, { emailConfirmedAt: new Date() })
const rowOf = ({ id }: { id: string }) =>
  db
    .selectFrom('outbox')
    .innerJoin('notices', 'notices.id', 'noticeId')
    .select(['outbox.id', 'attempts', 'outcome'])
    .select(sql<number>`extract(epoch from due_at - now())::float8`.as('waitSeconds'))
    .where('accountId', '=', id)
    .orderBy('outbox.id', 'desc')
    .executeTakeFirstOrThrow()
/** As if its pause, or so many days, had passed. */
const pass = ({ id }: { id: string }, days = 0) =>
  sql`update outbox set due_at = now() - interval '1 minute', created_at = outbox.created_at - make_interval(days => ${days})
    from notices where notices.id = notice_id and account_id = ${id} and done_at is null`.execute(db)

test('a mail that is deferred is sent again after growing pauses, with the same Message-ID', async () => {
  const [mail, student] = [await aMailServer(), await aReader()]
  mail.state.answer = 'defer'
  await tell(db, student.id, { event: 'password changed' })
  deliver(mailCarrier(mail.url))
  const pauses: number[] = []
  for (let attempt = 1; attempt <= 3; attempt++) {
    // Claimed it is put off for five minutes; its pause comes after the attempt.
    const isPutOff = async () => expect(await rowOf(student)).toMatchObject({ attempts: attempt, outcome: null })
    await untilHolds(isPutOff)
    await untilHolds(async () => expect((await rowOf(student)).waitSeconds).toBeLessThan(250))
    pauses.push(Math.round((await rowOf(student)).waitSeconds / 60))
    if (attempt < 3) await pass(student)
  }
  expect(pauses).toEqual([1, 2, 4])
  mail.state.answer = 'take'
  await pass(student)
  await untilHolds(async () => expect(await rowOf(student)).toMatchObject({ outcome: 'sent' }))
  expect(mail.mails.map(({ messageId }) => messageId)).toEqual([`<${(await rowOf(student)).id}@puthi.example>`])
})

test('a server that is away loses nothing and fills no log; after three days a mail is given up with a line', async () => {
  const gone = await startMailServer()
  await gone.stop()
  const students = await Promise.all(Array.from({ length: 60 }, aReader))
  for (const { id } of students) await tell(db, id, { event: 'password changed' })
  const [old] = students as [(typeof students)[number]]
  await pass(old, 3)
  const lines = deliver(mailCarrier(gone.url))
  await untilHolds(async () => expect(await rowOf(old)).toMatchObject({ outcome: 'given up' }))
  expect(lines.filter((line) => line.includes('1 of the outbox, mail, given up'))).toHaveLength(1)
  await untilHolds(() => expect(lines.filter((line) => line.includes('the outbox waits'))).toHaveLength(1))
  expect(lines.join('')).not.toContain('@')
  const back = await startMailServer({ port: gone.port })
  onTestFinished(back.stop)
  const others = students.slice(1)
  await until(
    async () => {
      for (const student of others) await pass(student)
      return back.mails.length === others.length
    },
    { everyMs: 1_000 },
  )
  await untilHolds(() => expect(lines.filter((line) => line.includes('delivered again'))).toHaveLength(1))
})

test('an address that is refused for good is told to its account, and nothing more goes there', async () => {
  const [mail, student] = [await aMailServer(), await aReader()]
  mail.state.answer = 'refuse'
  await tell(db, student.id, { event: 'password changed' })
  deliver(mailCarrier(mail.url))
  await untilHolds(async () => expect(await rowOf(student)).toMatchObject({ attempts: 1, outcome: 'refused' }))
  expect(refusals).toContain(student.email)
  mail.state.answer = 'take'
  await tell(db, student.id, { event: 'password changed' })
  await db.updateTable('accounts').set({ emailRefusedAt: new Date() }).where('id', '=', student.id).execute()
  await tellByMail(db, { event: 'password link', accountId: student.id, address: student.email })
  await untilHolds(async () => expect(await rowOf(student)).toMatchObject({ outcome: 'not wanted' }))
  await tell(db, student.id, { event: 'password changed' })
  const { count } = await db
    .selectFrom('outbox')
    .innerJoin('notices', 'notices.id', 'noticeId')
    .select((is) => is.fn.countAll<string>().as('count'))
    .where('accountId', '=', student.id)
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(3) // the last notice is in the app alone
})

test('who has unsubscribed meanwhile gets no mail that was waiting', async () => {
  const [mail, student] = [await aMailServer(), await aReader()]
  await tell(db, student.id, { event: 'comment' })
  await unsubscribe(db, { accountId: student.id, kind: 'comments' })
  await tell(db, student.id, { event: 'order receipt' })
  deliver(mailCarrier(mail.url))
  await untilHolds(() => expect(mail.to(student.email)).toHaveLength(1))
  expect(mail.to(student.email)[0]!.subject).toMatch(/^Your order/)
})

test('a mail to somebody whose account is gone is sent, and then forgotten', async () => {
  const mail = await aMailServer()
  await tellByMail(db, { event: 'account deleted', accountId: null, address: 'gone@puthi.example' })
  deliver(mailCarrier(mail.url))
  await untilHolds(() => expect(mail.to('gone@puthi.example')).toHaveLength(1))
  const left = async () => (await sql`select from outbox where address = 'gone@puthi.example'`.execute(db)).rows
  await untilHolds(async () => expect(await left()).toEqual([]))
})

/** A push service on this machine, and a browser that subscribed to it. */
async function aPushService() {
  const received: { headers: IncomingHttpHeaders; body: Buffer }[] = []
  const paths: string[] = []
  const state = { status: 201 }
  const server = createServer((request, response) => {
    const answer = (body: Buffer) => {
      received.push({ headers: request.headers, body })
      paths.push(request.url!)
      return response.writeHead(state.status).end()
    }
    void buffer(request).then(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  const browser = { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') }
  /** As the browser does it (RFC 8291 and 8188). */
  function open(body: Buffer) {
    const [salt, length] = [body.subarray(0, 16), body[20]!]
    const [sender, sealed] = [body.subarray(21, 21 + length), body.subarray(21 + length)]
    const derive = (secret: ArrayBuffer | Buffer, from: Buffer, info: string | Buffer, bytes: number) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(secret as Buffer), from, info, bytes))
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
    const secret = derive(keys.computeSecret(sender), auth, info, 32)
    const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
    const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString()) as Record<string, string>
  }
  return { received, paths, state, host, subscription: { endpoint: `http://${host}/one`, ...browser }, open }
}

test('a push reaches the browser sealed, and a browser that is gone is forgotten', async () => {
  const [service, student] = [await aPushService(), await aStudent(db)]
  const config = readConfig({ PUSH_HOSTS: service.host })
  await aPushBrowser(db, student, service.subscription)
  await tell(db, student.id, { event: 'order receipt' })
  deliver(createPushCarrier({ db, config }))
  await untilHolds(() => expect(service.received).toHaveLength(1))
  const { headers, body } = service.received[0]!
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
  expect(headers.authorization).toContain(`k=${(await findPushKeys(db)).publicKey}`)
  const notice = await db
    .selectFrom('notices')
    .select('id')
    .where('accountId', '=', student.id)
    .executeTakeFirstOrThrow()
  expect(service.open(body)).toMatchObject({ id: notice.id, title: expect.stringMatching(/^Your order/) as string })

  service.state.status = 503
  await tell(db, student.id, { event: 'order receipt' })
  await untilHolds(async () => expect(await rowOf(student)).toMatchObject({ attempts: 1, outcome: null }))
  service.state.status = 410
  await pass(student)
  const subscriptions = () =>
    db.selectFrom('pushSubscriptions').selectAll().where('accountId', '=', student.id).execute()
  await untilHolds(async () => {
    await pass(student)
    expect(await subscriptions()).toEqual([])
  })
})

test('who is logged out in a browser gets no more pushes there', async () => {
  const [service, student] = [await aPushService(), await aStudent(db)]
  const { sessionId } = await aPushBrowser(db, student, service.subscription)
  const elsewhere = { ...service.subscription, endpoint: `${service.subscription.endpoint}/elsewhere` }
  await aPushBrowser(db, student, elsewhere)
  await tell(db, student.id, { event: 'order receipt' }) // waits while the person logs out
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute()
  await tell(db, student.id, { event: 'order receipt' })
  deliver(createPushCarrier({ db, config: readConfig({ PUSH_HOSTS: service.host }) }))
  await untilHolds(() => expect(service.paths).toEqual(['/one/elsewhere', '/one/elsewhere']))
  await untilHolds(async () => expect(await rowOf(student)).toMatchObject({ outcome: 'sent' }))
  expect(service.paths).toHaveLength(2)
})

test('a row that another process is claiming keeps no other row waiting', async () => {
  const [mail, claimed, free] = [await aMailServer(), await aReader(), await aReader()]
  for (const { id } of [claimed, free]) await tell(db, id, { event: 'password changed' })
  const row = await rowOf(claimed)
  await db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('outbox').select('id').where('id', '=', row.id).forUpdate().execute()
    deliver(mailCarrier(mail.url))
    await untilHolds(() => expect(mail.to(free.email)).toHaveLength(1))
    expect(mail.to(claimed.email)).toHaveLength(0)
  })
  await untilHolds(() => expect(mail.to(claimed.email)).toHaveLength(1))
})
