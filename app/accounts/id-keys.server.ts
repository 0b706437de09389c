import { createHmac, randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'

import { sql } from 'kysely'

import { type Config, parseIdKeys } from '#app/platform/config.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { type IdKeys, keyIdOf } from './id-numbers.server.ts'

type KeyConfig = Pick<Config, 'idKeys' | 'dataDir'>

const fileOf = ({ dataDir }: KeyConfig) => path.join(dataDir, 'id-key')

/** ID_KEY, or else the file id-key in the data folder; null where there is neither. */
export async function findIdKeys(config: KeyConfig): Promise<IdKeys | null> {
  if (config.idKeys) return config.idKeys
  const text = await read(fileOf(config))
  if (text === null) return null
  const keys = parseIdKeys(text)
  if (!keys) throw new Error(`${fileOf(config)} holds no key: 32 bytes in base64.`)
  return keys
}

/**
 * The keys for a start. The first start on a database makes the file if there is no key, and leaves the key's fingerprint in
 * the database; a start with other keys is refused. `ID_KEY=new,old` moves the fingerprint to the new one.
 */
export async function loadIdKeys(config: KeyConfig, db: Db): Promise<IdKeys> {
  return whileLocked(db, async (transaction) => {
    const found = await findIdKeys(config)
    const fingerprint = await readFingerprint(transaction)
    const mayUse = fingerprint
      ? found?.some((key) => fingerprintOf(key).equals(fingerprint))
      : await opensWhatIsSealed(transaction, found)
    if (!mayUse) throw new Error(refusalOf(config))
    const keys = found ?? (await createKey(config))
    await writeFingerprint(transaction, keys)
    return keys
  })
}

/** Makes the key that is here the database's, whatever key it had: for one that is lost. Makes a file if there is none. */
export function adoptIdKeys(config: KeyConfig, db: Db): Promise<IdKeys> {
  return whileLocked(db, async (transaction) => {
    const keys = (await findIdKeys(config)) ?? (await createKey(config))
    await writeFingerprint(transaction, keys)
    return keys
  })
}

const refusalOf = (config: KeyConfig) =>
  `The id numbers in this database are encrypted by a key that is not here, neither in ID_KEY nor in ${fileOf(config)}. Set the same ID_KEY for all processes on this database (a new key before the old one: new,old). If the key is lost for good, run "npm run adopt-id-key" with the new one: numbers encrypted by the lost one stay unreadable.`

/** Of starts at once on one database, one makes the key and the others find it made. */
const whileLocked = <T>(db: Db, work: (transaction: Db) => Promise<T>) =>
  db.transaction().execute(async (transaction) => {
    await sql`lock table id_key_fingerprint in share row exclusive mode`.execute(transaction)
    return work(transaction)
  })

const fingerprintOf = (key: IdKeys[0]) => createHmac('sha256', key).update('puthi id key fingerprint').digest()

async function readFingerprint(db: Db) {
  const row = await db.selectFrom('idKeyFingerprint').select('fingerprint').executeTakeFirst()
  return row?.fingerprint
}

async function writeFingerprint(db: Db, [key]: IdKeys) {
  const fingerprint = fingerprintOf(key)
  await db
    .insertInto('idKeyFingerprint')
    .values({ fingerprint })
    .onConflict((conflict) => conflict.column('isOnly').doUpdateSet({ fingerprint }))
    .execute()
}

/** For a database without a fingerprint: restored from a backup, of an earlier version, or new. */
async function opensWhatIsSealed(db: Db, keys: IdKeys | null) {
  const isThere = async (pattern: string) => {
    const students = db.selectFrom('students').select('id').where('sealedIdNumber', 'like', pattern)
    return (await students.limit(1).execute()).length > 0
  }
  if (!(await isThere('v1.%'))) return true
  for (const key of keys ?? []) if (await isThere(`v1.${keyIdOf(key)}.%`)) return true
  return false
}

async function createKey(config: KeyConfig): Promise<IdKeys> {
  await mkdir(config.dataDir, { recursive: true })
  await create(fileOf(config))
  return (await findIdKeys(config))!
}

/** The file is whole before it has its name, and one that is there already stays. */
async function create(file: string) {
  const half = `${file}.${randomBytes(4).toString('hex')}`
  const handle = await open(half, 'wx', 0o600)
  try {
    await handle.writeFile(`${randomBytes(32).toString('base64')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  try {
    await link(half, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(half)
  }
}

async function read(file: string) {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
