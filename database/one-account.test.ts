import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'

import { logIn } from '#app/accounts/log-in.server.ts'
import { findSession } from '#app/accounts/sessions.server.ts'
import { listComments } from '#app/comments/comment-queries.server.ts'
import { listReceived } from '#app/orders/order-queries.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { createDb } from '#app/platform/db.server.ts'
import { listPosts } from '#app/posts/post-queries.server.ts'
import { listOwnPosts } from '#app/posts/selling/own-post-queries.server.ts'
import { findAccountData } from '#app/privacy/account-data-queries.server.ts'
import { backUp } from '#server/backup/backup.ts'
import { restore } from '#server/backup/restore.ts'
import { testFolder } from '#tests/support/folder.ts'
import { createEmptyDatabase } from '#tests/support/postgres.ts'

import { makersPassword } from './makers.ts'
import { migrate, readMigrations } from './migrate.ts'

const migrations = path.join(import.meta.dirname, 'migrations')
const lastBefore = '0020-lists-are-rows'

/** A folder with the migrations up to 0020, and with `text` as migration 0021 unless it is null. */
async function migrationsFolder(text: string | null) {
  const folder = testFolder()
  for (const { name } of await readMigrations()) {
    if (name <= lastBefore) copyFileSync(path.join(migrations, `${name}.sql`), path.join(folder, `${name}.sql`))
  }
  if (text !== null) writeFileSync(path.join(folder, '0021-one-account.sql'), text)
  return folder
}

const [student, store, buyer] = [1, 2, 3].map((n) => `01890a5d-ac96-774b-bcce-b3020990000${n}`) as [
  string,
  string,
  string,
]
const [book, novel] = [4, 5].map((n) => `01890a5d-ac96-774b-bcce-b3020990000${n}`) as [string, string]
const token = 'a'.repeat(43)

/** A database of the previous version: a student and a store with the same phone, posts, orders both ways, comments. */
async function oldDatabase() {
  const url = await createEmptyDatabase(inject('postgresUrl'))
  await migrate(url, { migrations: await migrationsFolder(null), functions: testFolder() })
  await query(
    url,
    `insert into students (id, name, class_name, college_name, phone, email, password_hash, created_at) values
       ('${student}', 'Rina', 'XI', 'Cotton', '9000000001', 'rina@puthi.example', '${await passwordHash()}', '2025-01-02'),
       ('${buyer}', 'Anu', 'XII', 'Handique', '9000000002', 'anu@puthi.example', '${await passwordHash()}', '2025-01-03');
     insert into stores (id, name, district, address, phone, email, password_hash, picture) values
       ('${store}', 'Lawyer''s', 'Kamrup', 'Panbazar', '9000000001', 'shop@puthi.example', '${await passwordHash()}', '');
     insert into posts (id, kind, student_id, store_id, name, stream, condition, author_name, category, description, price_paise, picture1, picture2, key) values
       ('${book}', 'book', '${student}', null, 'Physics', 'Science', 'Good(used)', null, null, null, 100, 'a', 'b', '${student}'),
       ('${novel}', 'novel', null, '${store}', 'A story', 'Arts', 'Good(used)', 'Me', 'Fiction', 'Long', 200, 'a', 'b', null);
     insert into orders (id, key, kind, post_id, seller_student_id, seller_store_id, buyer_student_id, buyer_store_id, item_name, original_price_paise, price_paise, quantity, name, phone, pin, address) values
       (uuidv7(), '${student}', 'book', '${book}', '${student}', null, null, '${store}', 'Physics', 100, 100, 1, 'The shop', '9000000001', '781001', 'Panbazar'),
       (uuidv7(), '${store}', 'novel', '${novel}', null, '${store}', '${buyer}', null, 'A story', 200, 200, 2, 'Anu', '9000000002', '781001', 'Jorhat');
     insert into comments (id, post_id, student_id, store_id, comment, key) values
       (uuidv7(), '${book}', null, '${store}', 'Of the store', null), (uuidv7(), '${book}', '${buyer}', null, 'Of Anu', '${buyer}');
     insert into book_requests (id, student_id, book_name, class_name, stream, condition, phone, address, pin) values
       (uuidv7(), '${buyer}', 'Burhi Aair Xadhu', 'V', 'Arts', 'New', '9000000002', 'Jorhat', '785001');
     insert into contact_messages (id, name, phone, reason, student_id) values
       (uuidv7(), 'Anu', '9000000002', 'Hello', '${buyer}'), (uuidv7(), 'A visitor', '9000000009', 'Hello', null);
     insert into sessions (token_sha256, store_id, expires_at) values (sha256('${token}'), '${store}', now() + interval '1 day')`,
  )
  return url
}

async function passwordHash() {
  const { hashPassword } = await import('#app/accounts/password.server.ts')
  return hashPassword(makersPassword)
}

async function query(url: string, text: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** Checks that today's queries find all rows of the old database, with their owners. */
async function expectAllData(url: string, sessionOf: string | null = store) {
  const db = createDb(url, { max: 2 })
  afterAll(() => db.destroy())
  const rina = { kind: 'student', id: student, name: 'Rina', phone: '9000000001' } as const
  const shop = { kind: 'store', id: store, name: "Lawyer's", phone: '9000000001' } as const
  const anu = { kind: 'student', id: buyer, name: 'Anu', phone: '9000000002' } as const

  for (const { kind, id, phone } of [rina, shop, anu]) {
    const { token: own } = await logIn(db, kind, { phone, password: makersPassword, address: id })
    expect((await findSession(db, own!))?.viewer.id).toBe(id)
  }
  expect((await findSession(db, token))?.viewer.id ?? null).toBe(sessionOf)
  expect((await listPosts(db, rina, { kind: 'book', before: null })).posts).toMatchObject([
    { id: book, sellerName: 'Rina', isOwn: true },
  ])
  expect((await listOwnPosts(db, shop, { kind: null, before: null })).posts).toMatchObject([{ id: novel }])
  expect((await listReceived(db, rina, {})).orders).toMatchObject([{ itemName: 'Physics', name: 'The shop' }])
  expect((await listReceived(db, shop, {})).orders).toMatchObject([{ itemName: 'A story', name: 'Anu' }])
  expect((await listComments(db, null, book)).comments.map(({ comment }) => comment)).toEqual([
    'Of Anu',
    'Of the store',
  ])
  const all = await findAccountData(db, anu, 'http://here')
  expect(all.account).toMatchObject({ collegeName: 'Handique', createdAt: new Date('2025-01-03') })
  expect([all.comments, all.ordersPlaced, all.bookRequests, all.messages].map(({ length }) => length)).toEqual([
    1, 1, 1, 1,
  ])
}

test('the migration to one accounts table keeps all data', async () => {
  const url = await oldDatabase()
  expect(await migrate(url)).toContain('0021-one-account')
  await expectAllData(url)
})

test('the migration killed after its last step is rolled back, and the next start migrates all data', async () => {
  const url = await oldDatabase()
  const text = readFileSync(path.join(migrations, '0021-one-account.sql'), 'utf8')
  const columns = () =>
    query(
      url,
      `select table_name, column_name from information_schema.columns where table_schema = 'public' order by 1, 2`,
    )
  const before = await columns()
  const killed = await migrationsFolder(`${text};\nselect pg_terminate_backend(pg_backend_pid())`)
  await expect(migrate(url, { migrations: killed })).rejects.toThrow('0021-one-account failed and was undone')
  expect(await columns()).toEqual(before)
  await migrate(url)
  await expectAllData(url)
})

test('a backup of the previous version can be restored', async () => {
  const [url, empty] = [await oldDatabase(), await createEmptyDatabase(inject('postgresUrl'))]
  const configFor = (databaseUrl: string) => readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: testFolder() })
  const { folder } = await backUp(configFor(url), testFolder(), () => {})
  await restore(configFor(empty), folder, () => {})
  expect(await migrate(empty)).toContain('0021-one-account')
  await expectAllData(empty, null) // backups contain no sessions
})
