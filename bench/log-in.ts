// `npm run bench:log-in`: log-ins per second, and how much many of them slow down a simple page. Takes 20 s.
import { Agent, request } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { createDb } from '#app/platform/db.server.ts'
import { aStudent, makersPassword } from '#database/makers.ts'
import { startPostgres } from '#server/postgres/postgres.ts'
import { startServer } from '#tests/support/server.ts'

import { measure } from './load.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'puthi-bench-'))
const postgres = await startPostgres(folder)
const server = await startServer({ DATABASE_URL: postgres.url, LOG_LEVEL: 'warn' })
const db = createDb(postgres.url)
const phones = await Promise.all(Array.from({ length: 200 }, async () => (await aStudent(db)).phone))

const agent = new Agent({ keepAlive: true, maxSockets: 200 })
function send(method: string, address: string, body = '') {
  return new Promise<number>((resolve) => {
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      Accept: 'text/html',
      'Content-Length': body.length,
    }
    const asked = request(server.address + address, { method, agent, headers }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    asked.on('error', () => resolve(0))
    asked.end(body)
  })
}
const page = async () => (await send('GET', '/ContactUs')) === 200
let turn = 0
const logIn = async () => {
  const form = new URLSearchParams({ phone: phones[turn++ % phones.length]!, password: makersPassword })
  return (await send('POST', '/login', form.toString())) === 303
}

await measure(page, { connections: 4, seconds: 2 }) // warm-up
const rest = await measure(page, { connections: 4, seconds: 5 })
const [storm, during] = await Promise.all([
  measure(logIn, { connections: 50, seconds: 8 }),
  measure(page, { connections: 4, seconds: 8 }),
])

const ms = (value: number) => `${value.toFixed(1)} ms`
console.log(
  `log-ins, 50 at once: ${storm.perSecond.toFixed(1)} a second, p50 ${ms(storm.p50Ms)}, p99 ${ms(storm.p99Ms)}, failed ${storm.failed}`,
)
console.log(`a plain page at rest: p50 ${ms(rest.p50Ms)}, p99 ${ms(rest.p99Ms)}, failed ${rest.failed}`)
console.log(`a plain page meanwhile: p50 ${ms(during.p50Ms)}, p99 ${ms(during.p99Ms)}, failed ${during.failed}`)

agent.destroy()
await db.destroy()
await server.stop()
await postgres.stop()
rmSync(folder, { recursive: true, force: true })
