import { createHmac, randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'

import { sql } from 'kysely'

import type { Config } from '#app/platform/config.server.ts'
import { parseIdKeys } from '#app/platform/config-values.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { type IdKeys, keyIdOf } from './sealed-text.server.ts'

type KeyConfig = Pick<Config, 'idKeys' | 'dataDir'>

const keyFileOf = ({ dataDir }: KeyConfig) => path.join(dataDir, 'id-key')

/** The keys in ID_KEY, else in the file id-key of the data folder; null if there is neither. */
export async function findIdKeys(config: KeyConfig): Promise<IdKeys | null> {
  if (config.idKeys) return config.idKeys
  const text = await read(keyFileOf(config))
  if (text === null) return null
  const keys = parseIdKeys(text)
  if (!keys) throw new Error(`${keyFileOf(config)} holds no key: 32 bytes in base64.`)
  return keys
}

/**
 * Loads the keys at start. The first start on a database creates the file if there is no key, and stores the key's
 * fingerprint; a start with other keys is refused. `ID_KEY=new,old` replaces the fingerprint by the new key's.
 */
export async function loadIdKeys(config: KeyConfig, db: Db): Promise<IdKeys> {
  return whileLocked(db, async (transaction) => {
    const found = await findIdKeys(config)
    const fingerprint = await readFingerprint(transaction)
    const mayUse = fingerprint
      ? found?.some((key) => fingerprintOf(key).equals(fingerprint))
      : await canReadIdNumbers(transaction, found)
    if (!mayUse) throw new Error(refusalOf(config))
    const keys = found ?? (await createKey(config))
    await writeFingerprint(transaction, keys)
    return keys
  })
}

/** Replaces the database's key, which is lost, by the local one. Creates the file if there is none. */
export function adoptIdKeys(config: KeyConfig, db: Db): Promise<IdKeys> {
  return whileLocked(db, async (transaction) => {
    const keys = (await findIdKeys(config)) ?? (await createKey(config))
    await writeFingerprint(transaction, keys)
    return keys
  })
}

const refusalOf = (config: KeyConfig) =>
  `The id numbers in this database are encrypted by a key that is not here, neither in ID_KEY nor in ${keyFileOf(config)}. Set the same ID_KEY for all processes on this database (a new key before the old one: new,old). If the key is lost for good, run "npm run adopt-id-key" with the new one: numbers encrypted by the lost one stay unreadable.`

/** Of processes that start at once on one database, one creates the key and the others find it. */
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

/** For a database without a fingerprint: new, restored from a backup, or from an earlier version. */
async function canReadIdNumbers(db: Db, keys: IdKeys | null) {
  const exists = async (pattern: string) => {
    const students = db.selectFrom('students').select('accountId').where('sealedIdNumber', 'like', pattern)
    return (await students.limit(1).execute()).length > 0
  }
  if (!(await exists('v1.%'))) return true
  for (const key of keys ?? []) if (await exists(`v1.${keyIdOf(key)}.%`)) return true
  return false
}

async function createKey(config: KeyConfig): Promise<IdKeys> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o755 })
  await createKeyFile(keyFileOf(config))
  return (await findIdKeys(config))!
}

/** Writes a temporary file and links it: the file appears complete, and an existing one is kept. */
async function createKeyFile(file: string) {
  const temporary = `${file}.${randomBytes(4).toString('hex')}`
  const handle = await open(temporary, 'wx', 0o600)
  try {
    await handle.writeFile(`${randomBytes(32).toString('base64')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  try {
    await link(temporary, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(temporary)
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
