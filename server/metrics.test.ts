import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { aBook, aStudent } from '#database/makers.ts'
import { showCopies } from '#tests/support/copies.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { sendMessage, start } from '#tests/support/test-server.ts'

test('a process tells what it does, on a port of its own', async () => {
  const { db, url } = await freshDatabase()
  const book = await aBook(db, await aStudent(db))
  await showCopies(db, [book]) // or the server's job does so between two requests, and the second is no hit
  const { address, output } = await start({ DATABASE_URL: url, METRICS_PORT: '0' })
  const place = /Metrics are at (http:\/\/127\.0\.0\.1:\d+\/metrics)/.exec(output())![1]!
  for (const path of ['/', '/', '/?tab=books', `/posts/${book.id}`, '/no-such-page', '/_.data'])
    await (await fetch(address + path)).text()
  await sendMessage(address)
  await sql`insert into notices (id, account_id, event, is_in_app) values (uuidv7(), null, 'ticket opened', false)`.execute(
    db,
  )
  await sql`insert into outbox (notice_id, way, created_at, due_at)
    select id, 'mail', now() - interval '90 s', now() + interval '1 h' from notices`.execute(db)

  const response = await fetch(place)
  expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/)
  const text = await response.text()
  const valueOf = (series: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')[1],
    )
  expect(valueOf('puthi_requests_total{route="/",status="200",cache="miss"}')).toBe(3) // home, books, data
  expect(valueOf('puthi_requests_total{route="/",status="200",cache="hit"}')).toBe(1)
  expect(text).toContain('puthi_requests_total{route="/posts/:id"')
  expect(valueOf('puthi_requests_total{route="other",status="404",cache="none"}')).toBe(1)
  expect(valueOf('puthi_requests_total{route="/ContactUs",status="200",cache="none"}')).toBe(1)
  expect(valueOf('puthi_request_seconds_count{route="/"}')).toBe(4)
  expect(valueOf('puthi_look_seconds_count{outcome="seen"}')).toBeGreaterThan(3)
  expect(valueOf('puthi_pool_connections{pool="pages",state="waiting"}')).toBe(0)
  expect(valueOf('puthi_pool_wait_seconds_count{pool="pages"}')).toBeGreaterThan(5)
  await expect
    .poll(async () => (await fetch(place)).text())
    .toMatch(/puthi_job_seconds_count\{name="match posts",outcome="done"\} [1-9]/)
  expect(valueOf('puthi_outbox_age_seconds{way="mail"}')).toBeGreaterThanOrEqual(90)
  expect(valueOf('puthi_outbox_age_seconds{way="push"}')).toBe(0)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  expect(text).toMatch(/^process_resident_memory_bytes /m)
  expect(text).not.toContain(book.id)

  expect((await fetch(`${address}/metrics`)).status).toBe(404)
  expect((await fetch(place.replace('/metrics', '/'))).status).toBe(404)
})

test("a proxy's trace is in the log line of the request, and nothing else that calls itself one", async () => {
  const { url } = await freshDatabase()
  const { address, output } = await start({ DATABASE_URL: url, TRUST_PROXY: 'on', LOG_LEVEL: 'info' })
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  await fetch(`${address}/terms`, { headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` } })
  await fetch(`${address}/privacy`, { headers: { traceparent: `${trace} "forged":"yes"` } })
  const lineOf = (path: string) =>
    output()
      .split('\n')
      .find((line) => line.includes(`"path":"${path}"`))
  await expect.poll(() => lineOf('/privacy')).toBeDefined()
  expect(JSON.parse(lineOf('/terms')!)).toMatchObject({ trace, status: 200 })
  expect(JSON.parse(lineOf('/privacy')!)).not.toHaveProperty('trace')
})
