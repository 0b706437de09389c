import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { freshDatabase } from '#tests/support/database.ts'
import { testFolder } from '#tests/support/folder.ts'

import { migrate, waitForMigrations } from './migrate.ts'

function folderWith(files: Record<string, string>) {
  const folder = testFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  return folder
}

async function tablesOf(db: Awaited<ReturnType<typeof freshDatabase>>['db']) {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

test('a database that is up to date is left alone', async () => {
  const { url } = await freshDatabase()
  expect(await migrate(url)).toEqual([])
})

test('new migrations run once, in the order of their names', async () => {
  const { db, url } = await freshDatabase()
  const folder = folderWith({
    '9002-b.sql': 'insert into steps values (2)',
    '9001-a.sql': 'create table steps (n int); insert into steps values (1)',
  })
  expect(await migrate(url, { migrations: folder })).toEqual(['9001-a', '9002-b'])
  expect(await migrate(url, { migrations: folder })).toEqual([])
  expect((await sql`select n from steps order by n`.execute(db)).rows).toEqual([{ n: 1 }, { n: 2 }])
})

test('a failing migration is rolled back and reports the reason', async () => {
  const { db, url } = await freshDatabase()
  const before = await tablesOf(db)
  const folder = folderWith({ '9001-a.sql': 'create table half (n int); insert into half values (1 / 0)' })
  await expect(migrate(url, { migrations: folder })).rejects.toThrow(
    'Migration 9001-a failed and was undone: division by zero',
  )
  expect(await tablesOf(db)).toEqual(before)
})

test('migrations before a failing one stay applied', async () => {
  const { db, url } = await freshDatabase()
  const folder = folderWith({ '9001-a.sql': 'create table whole (n int)', '9002-b.sql': 'create table whole (n int)' })
  await expect(migrate(url, { migrations: folder })).rejects.toThrow('Migration 9002-b failed and was undone')
  expect(await tablesOf(db)).toContain('whole')
})

test('two processes that start at once run each migration once', async () => {
  const { db, url } = await freshDatabase()
  const files = Array.from({ length: 5 }, (_, n) => [
    `900${n}-s.sql`,
    `create table s${n} (n int); select pg_sleep(0.02)`,
  ])
  const folder = folderWith(Object.fromEntries(files) as Record<string, string>)
  const ran = await Promise.all([
    migrate(url, { migrations: folder }),
    migrate(url, { migrations: folder }),
    migrate(url, { migrations: folder }),
  ])
  expect(ran.flat()).toHaveLength(5)
  expect((await tablesOf(db)).filter((name) => /^s\d$/.test(name))).toHaveLength(5)
})

test('a migration that was changed after it ran is refused', async () => {
  const { url } = await freshDatabase()
  await migrate(url, { migrations: folderWith({ '9001-a.sql': 'create table a (n int)' }) })
  const changed = folderWith({ '9001-a.sql': 'create table a (n bigint)' })
  await expect(migrate(url, { migrations: changed })).rejects.toThrow(
    'Migration 9001-a was changed after this database had run it',
  )
})

const answering = (answer: string) => `create or replace function asked() returns text return '${answer}';`

async function answerOf(db: Awaited<ReturnType<typeof freshDatabase>>['db']) {
  const { rows } = await sql<{ answer: string }>`select asked() as answer`.execute(db)
  return rows[0]!.answer
}

test('functions are replaced when their text is new; a process of the release before does not put its own back', async () => {
  const { db, url } = await freshDatabase()
  const [before, after] = [folderWith({ 'a.sql': answering('before') }), folderWith({ 'a.sql': answering('after') })]
  expect(await migrate(url, { functions: before })).toEqual(['functions/a'])
  expect(await answerOf(db)).toBe('before')
  expect(await migrate(url, { functions: after })).toEqual(['functions/a'])
  expect(await answerOf(db)).toBe('after')
  expect(await migrate(url, { functions: before })).toEqual([])
  expect(await answerOf(db)).toBe('after')
})

test('every file of functions can be run again', async () => {
  const { db, url } = await freshDatabase()
  await sql`delete from function_texts`.execute(db)
  const files = readdirSync(path.join(import.meta.dirname, 'functions'))
  expect(await migrate(url)).toEqual(files.toSorted().map((file) => `functions/${path.parse(file).name}`))
})

test('if one file of functions fails, those of no file are replaced', async () => {
  const { db, url } = await freshDatabase()
  await migrate(url, { functions: folderWith({ 'a.sql': answering('before') }) })
  const failing = folderWith({
    'a.sql': answering('after'),
    'b.sql': 'create function nothing() returns int return 1 / 0 + none',
  })
  await expect(migrate(url, { functions: failing })).rejects.toThrow('The functions of b failed, and none was replaced')
  expect(await answerOf(db)).toBe('before')
})

test('of processes that start at once one replaces the functions', async () => {
  const { url } = await freshDatabase()
  const functions = folderWith({ 'a.sql': `${answering('once')} select pg_sleep(0.02)` })
  const ran = await Promise.all([migrate(url, { functions }), migrate(url, { functions }), migrate(url, { functions })])
  expect(ran.flat()).toEqual(['functions/a'])
})

test('a process that does not migrate waits for new functions, too', async () => {
  const { db, url } = await freshDatabase()
  const { rows } = await sql<{ name: string; sha256: string }>`
    delete from function_texts where name = 'search-words' returning name, sha256`.execute(db)
  const said: string[] = []
  const waiting = waitForMigrations(url, { say: (line) => said.push(line) })
  await expect.poll(() => said).toHaveLength(1)
  expect(said[0]).toContain('The database lacks the functions of search-words, and MIGRATE is off')
  await sql`insert into function_texts (name, sha256) values (${rows[0]!.name}, ${rows[0]!.sha256})`.execute(db)
  await waiting
})

test('a process that does not migrate waits until another one has', async () => {
  const { db, url } = await freshDatabase()
  const { rows } = await sql<{ name: string; sha256: string }>`
    delete from migrations where name = (select max(name) from migrations) returning name, sha256`.execute(db)
  const { name, sha256 } = rows[0]!
  const said: string[] = []
  const waiting = waitForMigrations(url, { say: (line) => said.push(line) })
  await expect.poll(() => said).toHaveLength(1)
  expect(said[0]).toContain(`The database lacks the migration ${name}, and MIGRATE is off`)
  await sql`insert into migrations (name, sha256) values (${name}, ${sha256})`.execute(db)
  await waiting
  expect(said).toHaveLength(1)
})

test('a process that has waited too long for migrations ends, and says what to do', async () => {
  const { db, url } = await freshDatabase()
  await sql`delete from migrations`.execute(db)
  await expect(waitForMigrations(url, { say: () => {}, maxMs: 0 })).rejects.toThrow('run npm run migrate first.')
})
