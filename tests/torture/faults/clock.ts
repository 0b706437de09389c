import { existsSync, mkdirSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { sql } from 'kysely'

import { createStorage } from '#app/files/storage/storage.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { aStudent, makersPassword } from '#database/makers.ts'

import { aPendingPicture } from '../../support/pictures.ts'
import type { Finding } from '../finding.ts'
import { until } from '../until.ts'
import { aDeed, countsOf, faultsOf, okOf, send } from './deeds.ts'
import { aftermathOf, type Shop } from './shop.ts'

const hourMs = 3_600_000
const preload = pathToFileURL(path.join(import.meta.dirname, 'shift-clock.ts')).href

/** Servers with clocks three hours ahead and behind, next to a right one; then the database's clock is set wrong. */
export async function wrongClocks(shop: Shop): Promise<Finding> {
  const { db, people, server, random, seed } = shop
  const faults: string[] = []
  const expect = (what: string, isSo: boolean) => isSo || faults.push(`not so: ${what}`)

  const waiting = await filesThatWait(shop)
  await sql`update job_leases set last_run_at = null where name = 'sweep files'`.execute(db) // the job is due again
  const [ahead, behind] = await Promise.all(
    [3, -3].map((hours) => shop.start({ NODE_OPTIONS: `--import=${preload}`, CLOCK_SHIFT_MS: String(hours * hourMs) })),
  )
  const all = [server, ahead!, behind!]
  const shifts = await Promise.all(all.map(({ address }) => hoursAhead(address, shop)))
  expect('the clocks are wrong', shifts.join() === '0,3,-3')

  // Whichever server takes the job's lease first runs the sweep.
  await until('sweep', async () => !(await keysOf(shop)).includes(waiting.old))
  expect('a picture that waits for its form is kept', (await keysOf(shop)).includes(waiting.fresh))
  expect('an upload under way is left alone', existsSync(waiting.underWay))
  expect('what a crash left is cleared', !existsSync(waiting.stale))

  // A session started by one server is valid on all of them, whatever their clocks say.
  for (const { address } of all) {
    const student = await aStudent(db)
    const { cookie, status } = await logIn(address, student.phone, makersPassword)
    expect('a right password is let in', status === 303)
    const pages = await Promise.all(
      all.map((one) => fetch(`${one.address}/userOrders`, { headers: { Cookie: cookie } })),
    )
    expect(
      'a session holds at every clock',
      pages.every(({ status: seen, redirected }) => seen === 200 && !redirected),
    )
  }

  // An order that is sent to all three servers is placed once.
  const deeds = Array.from({ length: 10 }, () => aDeed(random, ['order']))
  for (const deed of deeds) {
    for (const { address } of all) deed.outcome = await send(address, { deed, people, cookie: people.cookies[0]! })
  }
  expect('an order is placed', okOf(deeds).length === deeds.length)
  faults.push(...(await faultsOf(db, deeds)))

  // Ten wrong passwords, spread over the servers, lock the account on all of them, for 15 minutes at most.
  const { phone } = await aStudent(db)
  const tries = []
  for (let attempt = 0; attempt < 10; attempt++) tries.push(await logIn(all[attempt % 3]!.address, phone, 'wrong-7'))
  expect(
    'ten wrong passwords are only wrong',
    tries.every(({ status }) => status === 401),
  )
  const locked = await Promise.all(all.map(({ address }) => logIn(address, phone, makersPassword)))
  expect(
    'then it is locked for 15 minutes',
    locked.every((one) => one.status === 429 && one.waitMinutes <= 15),
  )

  // As if the database's clock were set back: the recorded attempts are in the future.
  await db
    .updateTable('logInAttempts')
    .set({ attemptedAt: sql`attempted_at + interval '3 hours'` })
    .execute()
  const after = await logIn(server.address, phone, makersPassword)
  expect('a lock does not last for hours', after.status === 303 || after.waitMinutes <= 15)
  // As if the clock were set forward: the lock expired long ago.
  await db
    .updateTable('logInAttempts')
    .set({ attemptedAt: sql`attempted_at - interval '6 hours'` })
    .execute()
  expect('a lock ends', (await logIn(server.address, phone, makersPassword)).status === 303)

  await Promise.all([ahead!.stop(), behind!.stop()])
  faults.push(...(await aftermathOf(shop)))
  return {
    part: 'faults',
    tried: `clocks 3 h ahead and behind: sessions, ${tries.length + 8} log-ins, ${deeds.length * 3} orders, sweeps, seed ${seed}`,
    found: `${countsOf(deeds)}; ${faults.length} faults ${faults.join('; ')}`,
    holds: faults.length === 0,
  }
}

/** How many hours a server's clock is ahead, by the timestamp in the key of an uploaded picture. */
async function hoursAhead(address: string, { people }: Shop) {
  const sent = { method: 'POST', body: people.picture, headers: { Cookie: people.cookies[0]! } }
  const answer = await fetch(`${address}/uploads/picture?folder=images&name=a.jpg`, sent)
  const { key } = (await answer.json()) as { key: string }
  return Math.round((Number(/\d{13}/.exec(key)) - Date.now()) / hourMs)
}

/**
 * Pending pictures of 61 and 58 minutes, and temporary folders of 61 minutes and of now: only those of 61 minutes have
 * expired.
 */
async function filesThatWait({ db, folder }: Shop) {
  const storage = createStorage({ dataDir: folder, filesUrl: null, awsKey: null }, createLog('silent'))
  const [old, fresh] = [await aPendingPicture(db, storage), await aPendingPicture(db, storage)]
  const at = (minutes: number) => sql<Date>`now() - ${minutes} * interval '1 minute'`
  await db
    .updateTable('files')
    .set({ createdAt: at(61) })
    .where('key', '=', old)
    .execute()
  await db
    .updateTable('files')
    .set({ createdAt: at(58) })
    .where('key', '=', fresh)
    .execute()
  const [stale, underWay] = ['sent-stale', 'sent-now'].map((name) => path.join(storage.temporaryFolder, name))
  for (const one of [stale!, underWay!]) mkdirSync(one, { recursive: true })
  const longAgo = Date.now() / 1_000 - 61 * 60
  utimesSync(stale!, longAgo, longAgo)
  return { old, fresh, stale: stale!, underWay: underWay! }
}

const keysOf = async ({ db }: Shop) => (await db.selectFrom('files').select('key').execute()).map(({ key }) => key)

async function logIn(address: string, phone: string, password: string) {
  const answer = await fetch(`${address}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Accept: 'text/html' },
    body: new URLSearchParams({ phone, password }),
  })
  const cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  return { status: answer.status, cookie, waitMinutes: Number(/in (\d+) minute/.exec(await answer.text())?.[1]) }
}
