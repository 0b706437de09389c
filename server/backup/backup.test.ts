import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'

import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'

import { loadIdKeys } from '#app/accounts/id-keys.server.ts'
import { sealText } from '#app/accounts/sealed-text.server.ts'
import { startSession } from '#app/accounts/sessions.server.ts'
import { addComment } from '#app/comments/add-comment.server.ts'
import { renditionKeys } from '#app/files/pictures/picture-url.ts'
import { dropFiles, removeDropped } from '#app/files/storage/drop-files.server.ts'
import { removalLock } from '#app/files/storage/remove-unused.server.ts'
import type { Storage } from '#app/files/storage/storage.server.ts'
import { takeFile } from '#app/files/storage/take-file.server.ts'
import { type Config, readConfig } from '#app/platform/config.server.ts'
import { createDb, type Db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { copyIn, copyOut } from '#database/copy-rows.ts'
import { openDemo } from '#database/demo/demo.ts'
import { aBook, aStore, aStudent } from '#database/makers.ts'
import { startBucket } from '#tests/support/bucket.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { testFolder } from '#tests/support/folder.ts'
import { aPendingPicture, filesIn, testStorage } from '#tests/support/pictures.ts'
import { createEmptyDatabase, temporaryFolder } from '#tests/support/postgres.ts'
import { until } from '#tests/support/until.ts'

import { backUp, type Manifest } from './backup.ts'
import { restore } from './restore.ts'

const { db, url } = await freshDatabase()
const quiet = () => {}

const configOf = (env: Record<string, string>): Config => readConfig(env)

async function aTakenPicture(storage: Storage) {
  const key = await aPendingPicture(db, storage)
  await takeFile(db, key, 'images')
  return key
}

/** A marketplace with most kinds of data; one of its two files is in use. */
async function aMarketplace(dataDir: string) {
  const storage = testStorage(dataDir)
  const seller = await aStudent(db, { name: 'Tab\there \\N, line\nthere, অসমীয়া' })
  const taken = await aTakenPicture(storage)
  const post = await aBook(db, seller, { name: 'Concepts of Physics', picture1: taken })
  await addComment(db, { postId: post.id, by: await aStore(db), comment: 'Is it\r\nstill there?' })
  await startSession(db, seller)
  const pending = 'uploads/waiting.pdf'
  await db.insertInto('files').values({ key: pending, kind: 'pdf', bytes: 1, pageCount: 1 }).execute()
  return { storage, taken, pending, seller }
}

const dataDir = temporaryFolder()
const backups = temporaryFolder()
afterAll(() => [dataDir, backups].forEach((folder) => rmSync(folder, { recursive: true })))
const { storage, taken, pending, seller } = await aMarketplace(dataDir)
const here = { DATABASE_URL: url, DATA_DIR: dataDir }
await openDemo(db)
const { folder, lost } = await backUp(configOf(here), backups, quiet)
const elsewhere = async () => ({ DATABASE_URL: await createEmptyDatabase(url), DATA_DIR: testFolder() })

async function inDatabase<T>(address: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Every file with its content, except manifest and hashes. */
const contentOf = (made: string) =>
  Object.fromEntries(
    filesIn(made)
      .filter((name) => /^(database|files)\//.test(name))
      .map((name) => [name, readFileSync(path.join(made, name), 'base64')]),
  )

const manifestOf = (made: string) => JSON.parse(readFileSync(path.join(made, 'manifest.json'), 'utf8')) as Manifest

test('a restored database is identical, and can be searched and written', async () => {
  expect(lost).toEqual([])
  expect(filesIn(path.join(folder, 'files'))).toEqual(renditionKeys(taken).toSorted())
  expect(spawnSync('sh', ['-c', 'sha256sum --check SHA256SUMS.sha256 SHA256SUMS'], { cwd: folder }).status).toBe(0)
  expect(statSync(folder).mode & 0o077).toBe(0)

  const place = { ...(await elsewhere()), DATA_DIR: path.join(testFolder(), 'data') }
  const umask = process.umask(0)
  await restore(configOf(place), folder, quiet).finally(() => process.umask(umask))
  expect(statSync(place.DATA_DIR).mode & 0o022).toBe(0) // others cannot write into it
  const again = await backUp(configOf(place), testFolder(), quiet)
  expect(contentOf(again.folder)).toEqual(contentOf(folder))
  expect(manifestOf(again.folder)).toEqual({ ...manifestOf(folder), madeAt: expect.any(String) as string })

  const restored = createDb(place.DATABASE_URL, { max: 2 })
  expect(await countsOf(restored, ['students', 'posts', 'comments', 'searchablePosts', 'searchableWords'])).toEqual(
    await countsOf(db, ['students', 'posts', 'comments', 'searchablePosts', 'searchableWords']),
  )
  expect(await countsOf(restored, ['sessions'])).toEqual([0]) // sessions are not restored
  expect(await restored.selectFrom('files').select('key').where('key', '=', pending).execute()).toEqual([])
  const indexes = 'select indexdef from pg_indexes where schemaname = current_schema() order by 1'
  expect(await rowsOf(restored, indexes)).toEqual(await rowsOf(db, indexes))
  await aBook(restored, seller, { name: 'Something new' }) // triggers and sequences work
  expect(
    await restored.selectFrom('searchablePosts').select('name').where('name', '=', 'something new').execute(),
  ).toHaveLength(1)
  const enabled = 'select tgname, tgenabled from pg_trigger where not tgisinternal order by 1'
  expect(await rowsOf(restored, enabled)).toEqual(await rowsOf(db, enabled))
  await restored.destroy()
})

async function countsOf(
  of: Db,
  tables: ('students' | 'posts' | 'comments' | 'sessions' | 'searchablePosts' | 'searchableWords')[],
) {
  return Promise.all(
    tables.map(async (table) => {
      const { count } = await of
        .selectFrom(table)
        .select((is) => is.fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    }),
  )
}

const rowsOf = async (of: Db, statement: string) => (await sql.raw(statement).execute(of)).rows

test('a backup with anything changed, missing or added is refused before anything is written', async () => {
  const place = await elsewhere()
  const tryToRestore = async (what: string) => {
    const refused = await restore(configOf(place), folder, quiet).then(() => 'restored', String)
    expect([what, refused]).toEqual([
      what,
      expect.stringMatching(/missing|changed|not its own|no backup|never finished/),
    ])
  }
  const names = filesIn(folder)
  expect(names.length).toBeGreaterThan(15)
  for (const name of names) {
    const file = path.join(folder, name)
    const bytes = readFileSync(file)
    // Flips a bit, or adds a byte to an empty file.
    writeFileSync(file, bytes.length > 0 ? bytes.with(bytes.length >> 1, bytes[bytes.length >> 1]! ^ 1) : ' ')
    await tryToRestore(`${name} changed`)
    rmSync(file)
    await tryToRestore(`${name} missing`)
    writeFileSync(file, bytes)
  }
  for (const name of ['database/more.copy', 'files/images/more.jpg', 'more']) {
    writeFileSync(path.join(folder, name), '')
    await tryToRestore(`${name} added`)
    rmSync(path.join(folder, name))
  }
  symlinkSync('/etc/hostname', path.join(folder, 'link'))
  await tryToRestore('a link added')
  rmSync(path.join(folder, 'link'))

  expect(readdirSync(place.DATA_DIR)).toEqual([])
  expect(await inDatabase(place.DATABASE_URL, tablesIn)).toEqual([])
  await restore(configOf(place), folder, quiet) // the unchanged backup is accepted
})

async function tablesIn(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  )
  return rows
}

test('a target that is not empty is refused and left unchanged', async () => {
  const before = filesIn(dataDir)
  const empty = await createEmptyDatabase(url)
  await expect(restore(configOf({ DATABASE_URL: url, DATA_DIR: testFolder() }), folder, quiet)).rejects.toThrow(
    'The database is not empty',
  )
  await expect(restore(configOf({ DATABASE_URL: empty, DATA_DIR: dataDir }), folder, quiet)).rejects.toThrow(
    `${storage.folder} is not empty`,
  )
  expect(filesIn(dataDir)).toEqual(before)
  expect(await inDatabase(empty, tablesIn)).toEqual([])
})

test('a failed restore leaves an empty database and a marked folder', async () => {
  const bucket = await startBucket()
  const s3 = {
    ...(await elsewhere()),
    FILES_URL: bucket.url,
    AWS_ACCESS_KEY_ID: bucket.key.id,
    AWS_SECRET_ACCESS_KEY: bucket.key.secret,
  }
  bucket.objects.set(`/shelf/${taken}`, { bytes: Buffer.from('another'), type: 'image/jpeg' })
  await expect(restore(configOf(s3), folder, quiet)).rejects.toThrow(`The storage holds another ${taken}`)
  expect(await inDatabase(s3.DATABASE_URL, tablesIn)).toEqual([])
  await expect(restore(configOf(s3), folder, quiet)).rejects.toThrow('was not finished')

  bucket.objects.delete(`/shelf/${taken}`)
  rmSync(path.join(s3.DATA_DIR, 'restoring'))
  await restore(configOf(s3), folder, quiet) // files that were restored before are kept
  expect(existsSync(path.join(s3.DATA_DIR, 'restoring'))).toBe(false)
  expect([...bucket.objects.keys()].toSorted()).toEqual(
    renditionKeys(taken)
      .map((key) => `/shelf/${key}`)
      .toSorted(),
  )

  const again = await backUp(configOf(s3), testFolder(), quiet)
  expect(contentOf(again.folder)).toEqual(contentOf(folder))
})

test('missing files are listed, and the rest is backed up', async () => {
  const small = renditionKeys(await aTakenPicture(storage))[1]!
  await storage.remove(small)
  const made = await backUp(configOf(here), testFolder(), quiet)
  expect(made.lost).toEqual([small])
  const place = await elsewhere()
  await restore(configOf(place), made.folder, quiet)
})

test('a restored database adopts the key that opens its id numbers, which no backup contains', async () => {
  const [key, other] = [1, 2].map(() => randomBytes(32).toString('base64'))
  const keyed = (env: Record<string, string>, idKey: string) => configOf({ ...env, ID_KEY: idKey })
  await loadIdKeys(keyed(here, key!), db)
  const id = newId()
  const sealedIdNumber = sealText(keyed(here, key!).idKeys!, id, 'ABCDE1234F')
  await aStudent(db, { id, idType: 'PAN', sealedIdNumber })
  const made = await backUp(configOf(here), testFolder(), quiet)
  await db.deleteFrom('accounts').where('id', '=', id).execute()
  expect(manifestOf(made.folder).tables.find(({ name }) => name === 'id_key_fingerprint')?.rows).toBe(0)

  const place = await elsewhere()
  await restore(configOf(place), made.folder, quiet)
  const restored = createDb(place.DATABASE_URL, { max: 1 })
  await expect(loadIdKeys(configOf(place), restored)).rejects.toThrow('a key that is not here')
  await expect(loadIdKeys(keyed(place, other!), restored)).rejects.toThrow('a key that is not here')
  await loadIdKeys(keyed(place, key!), restored)
  await restored.destroy()
})

/** Runs the statement in another process and blocks this one, so that the backup continues only afterwards. */
function queryNow(statement: string) {
  const script = `import pg from 'pg'
    const client = new pg.Client(process.argv[1])
    await client.connect()
    console.log(JSON.stringify((await client.query(process.argv[2])).rows))
    await client.end()`
  const asked = spawnSync(process.execPath, ['--input-type=module', '-e', script, url, statement], { encoding: 'utf8' })
  return JSON.parse(asked.stdout) as unknown
}

test('all tables are from one snapshot, and files stay, although posts are deleted meanwhile', async () => {
  const { id } = await aBook(db, seller)
  await addComment(db, { postId: id, by: seller, comment: 'Under what is deleted' })
  const answers: unknown[] = []
  const made = await backUp(configOf(here), testFolder(), (line) => {
    if (!line.startsWith('all_comments:')) return // the backup writes comments before posts
    answers.push(queryNow(`delete from posts where id = '${id}' returning 1 as deleted`))
    answers.push(queryNow(`select pg_try_advisory_lock_shared(${removalLock}) as may_remove`))
  })
  expect(answers).toEqual([[{ deleted: 1 }], [{ may_remove: false }]])
  for (const table of ['all_comments', 'all_posts']) {
    expect(readFileSync(path.join(made.folder, `database/${table}.copy`), 'utf8')).toContain(id)
  }
})

test('no file is removed during a backup; the next sweep removes it', async () => {
  const picture = await aTakenPicture(storage)
  await inDatabase(url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [removalLock])
    await dropFiles(db, [picture])
    await removeDropped(db, storage, [picture])
    expect(await storage.open(picture)).not.toBe(null)
  })
  await removeDropped(db, storage, [picture])
  expect(await storage.open(picture)).toBe(null)
})

test('a backup of another version is refused', async () => {
  await sql`insert into migrations values ('9999-tomorrow', 'x')`.execute(db)
  const made = await backUp(configOf(here), testFolder(), quiet)
  await sql`delete from migrations where name = '9999-tomorrow'`.execute(db)
  const place = await elsewhere()
  await expect(restore(configOf(place), made.folder, quiet)).rejects.toThrow('which had the migration 9999-tomorrow')
})

test('COPY of a large table uses little memory in both directions, and errors end it', async () => {
  const rows = 20_000
  const statement = `copy (select repeat('x', 999) from generate_series(1, ${rows})) to stdout`
  await inDatabase(url, async (client) => {
    await client.query('create table wide (text text)')
    await inDatabase(url, async (source) => {
      const out = copyOut(source, statement)
      await until(() => socketOf(source).isPaused()) // nothing reads `out` yet
      expect(socketOf(source).bytesRead).toBeLessThan(1_000_000) // of 20 MB
      let most = 0
      async function* watched() {
        for await (const chunk of out as AsyncIterable<Buffer>) {
          most = Math.max(most, socketOf(client).writableLength)
          yield chunk
        }
      }
      expect(await copyIn(client, 'copy wide from stdin', watched())).toBe(rows)
      expect(most).toBeLessThan(1_000_000)
    })
    // The last row completes a batch, which may pause the socket: the next statement must still get its response.
    await copyOut(client, "copy (select repeat('x', 1023) from generate_series(1, 64)) to stdout").toArray()
    await client.query('select 1')
    await expect(copyOut(client, 'copy nowhere to stdout').toArray()).rejects.toThrow('nowhere')
    await expect(copyIn(client, 'copy students from stdin', Readable.from([Buffer.from('x\n')]))).rejects.toThrow(
      'invalid input syntax for type uuid',
    )
    await client.query('drop table wide') // the connection still works
  })
})

const socketOf = (client: pg.Client) => (client as unknown as { connection: { stream: Socket } }).connection.stream
