// `npm run bench:outbox`: how many mails a second the outbox sends to a server on this machine, and what that does to a
// plain page. Takes 40 s.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

import { sql } from 'kysely'

import { createDb } from '#app/platform/db.server.ts'
import { aStudent } from '#database/makers.ts'
import { startPostgres } from '#server/postgres/postgres.ts'
import { startServer } from '#tests/support/server.ts'

import { measure } from './load.ts'

const mails = 3_000
const seconds = 10

const folder = mkdtempSync(path.join(tmpdir(), 'puthi-bench-'))
const postgres = await startPostgres(folder)
const sink = new Worker(new URL('mail-sink.ts', import.meta.url))
const [port] = (await once(sink, 'message')) as [number]
const server = await startServer({
  DATABASE_URL: postgres.url,
  LOG_LEVEL: 'warn',
  PUBLIC_URL: 'http://127.0.0.1:1',
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'hello@puthi.example',
})
const db = createDb(postgres.url)
const student = await aStudent(db, { emailConfirmedAt: new Date() })

const agent = new Agent({ keepAlive: true })
const visit = async () => {
  const status = await new Promise<number>((resolve) => {
    const asked = request(`${server.address}/ContactUs`, { agent }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    asked.on('error', () => resolve(0))
    asked.end()
  })
  return status === 200
}
const visitor = { connections: 1, seconds }

await measure(visit, { ...visitor, seconds: 3 }) // warm-up
const rest = await measure(visit, visitor)

await sql`
  with told as (
    insert into notices (account_id, event, is_in_app)
    select ${student.id}, 'password changed', true from generate_series(1, ${mails}) returning id
  )
  insert into outbox (notice_id, way) select id, 'mail' from told`.execute(db)
const unsent = async () =>
  Number((await sql<{ count: string }>`select count(*) from outbox where done_at is null`.execute(db)).rows[0]!.count)
const began = performance.now()
const draining = (async () => {
  while ((await unsent()) > 0) await sleep(100)
  return (performance.now() - began) / 1_000
})()
const during = await measure(visit, visitor)
const took = await draining

const ms = (value: number) => `${value.toFixed(1)} ms`
console.log(`${mails} mails in ${took.toFixed(1)} s: ${(mails / took).toFixed(0)} a second`)
console.log(`a plain page at rest: p50 ${ms(rest.p50Ms)}, p99 ${ms(rest.p99Ms)}, failed ${rest.failed}`)
console.log(`a plain page meanwhile: p50 ${ms(during.p50Ms)}, p99 ${ms(during.p99Ms)}, failed ${during.failed}`)
console.log(`p99 meanwhile to p99 at rest: ${(during.p99Ms / rest.p99Ms).toFixed(2)}`)

agent.destroy()
await sink.terminate()
await db.destroy()
await server.stop()
await postgres.stop()
rmSync(folder, { recursive: true, force: true })
