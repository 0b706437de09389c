import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'

import { type Config, parseIdKeys } from '#app/platform/config.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { type IdKeys } from './id-numbers.server.ts'

/** ID_KEY, or else the file id-key in the data folder, which the first start makes. */
export async function loadIdKeys({ idKeys, dataDir }: Pick<Config, 'idKeys' | 'dataDir'>, db: Db): Promise<IdKeys> {
  if (idKeys) return idKeys
  const file = path.join(dataDir, 'id-key')
  if ((await read(file)) === null) {
    await refuseNewKey(db, file)
    await mkdir(dataDir, { recursive: true })
    await create(file)
  }
  const keys = parseIdKeys((await read(file)) ?? '')
  if (!keys) throw new Error(`${file} holds no key: 32 bytes in base64.`)
  return keys
}

/** A new key would open nothing of what is there: somebody forgot to bring the old one. */
async function refuseNewKey(db: Db, file: string) {
  const student = await db
    .selectFrom('students')
    .select('id')
    .where('sealedIdNumber', 'like', 'v1.%')
    .limit(1)
    .execute()
  if (student.length === 0) return
  throw new Error(
    `The id numbers in this database were encrypted by a key that is not here. Set ID_KEY, or put the key's file at ${file}. If it is lost, set ID_KEY to a new one: those numbers stay unreadable.`,
  )
}

/** Whole before it has its name; of two processes that start at once one is first, and both read what that one wrote. */
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
