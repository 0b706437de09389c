import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { freshDatabase } from '#tests/support/database.ts'

import { createLog, withoutFileName } from './log.server.ts'

const { db } = await freshDatabase()

function logged(err: unknown) {
  const lines: string[] = []
  createLog('info', (line) => lines.push(line)).error({ err }, 'failed')
  expect(lines).toHaveLength(1)
  return lines[0]!
}

const failureOf = (query: { execute: (on: typeof db) => Promise<unknown> }) =>
  query.execute(db).then(
    () => null,
    (error: unknown) => error,
  )

test('a database error is logged with names only, never with values of a row or form', async () => {
  await sql`create table people (phone text constraint one_phone unique)`.execute(db)
  await sql`insert into people values ('sentinel')`.execute(db)
  const twice = logged(await failureOf(sql`insert into people values ('sentinel')`))
  expect(twice).toContain('"code":"23505"')
  expect(twice).toContain('"constraint":"one_phone"')
  expect(twice).not.toContain('sentinel')

  const mistyped = logged(await failureOf(sql`select 'sentinel'::int`))
  expect(mistyped).toContain('"code":"22P02"')
  expect(mistyped).not.toContain('sentinel')
})

test('other errors are logged with message and stack', () => {
  const line = JSON.parse(logged(new TypeError('x is not a function'))) as { err: { stack: string } }
  expect(line).toMatchObject({
    level: 'error',
    msg: 'failed',
    err: { type: 'TypeError', message: 'x is not a function' },
  })
  expect(line.err.stack).toMatch(/^ {4}at /)
})

test("file names are never logged: neither in keys nor in the system's error messages", async () => {
  const key = `images/1763200000000_${'0'.repeat(32)}_sentinel-160.jpg`
  expect(withoutFileName(`/pictures/${key}`)).toBe(`/pictures/images/1763200000000_${'0'.repeat(32)}`)
  const lines: string[] = []
  const err: unknown = await readFile(`/nowhere/${key}`).catch((error: unknown) => error)
  createLog('info', (line) => lines.push(line)).error({ err, key }, 'failed')
  expect(lines[0]).toContain('ENOENT: no such file or directory, open"')
  expect(lines[0]).not.toContain('sentinel')
})

test('info lines are buffered, warnings and errors flush at once, and an orderly exit loses none', () => {
  const said = (program: string) => {
    const start = `import { createLog } from '#app/platform/log.server.ts'; const log = createLog('info');`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', start + program], { encoding: 'utf8' })
    return [...stdout.matchAll(/"msg":"(\w+)"/g)].map(([, word]) => word)
  }
  const killed = `process.kill(process.pid, 'SIGKILL')`
  expect(said(`log.info('one'); log.info('two'); process.exit(1)`)).toEqual(['one', 'two'])
  expect(said(`log.info('one'); log.warn('two'); ${killed}`)).toEqual(['one', 'two'])
  expect(said(`log.info('one'); log.error('two'); log.info('three'); ${killed}`)).toEqual(['one', 'two'])
  expect(said(`log.info('one'); setTimeout(() => ${killed}, 1_000)`)).toEqual(['one'])
})
