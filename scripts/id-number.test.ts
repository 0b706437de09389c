import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import { loadIdKeys } from '#app/accounts/id-keys.server.ts'
import { sealText } from '#app/accounts/sealed-text.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

const { db, url } = await freshDatabase()
const aKey = () => randomBytes(32).toString('base64')

async function run(script: string, args: string[], key: string) {
  const env = { PATH: process.env.PATH, DATABASE_URL: url, ID_KEY: key }
  const { stdout } = await promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...args], { env })
  return stdout
}

const idNumber = (phone: string, key: string) => run('id-number', [phone], key)

test('the team can read an id number only with the key', async () => {
  const [key, id] = [aKey(), newId()]
  const sealedIdNumber = sealText(readConfig({ ID_KEY: key }).idKeys!, id, 'ABCDE1234F')
  const rina = await aStudent(db, { id, idType: 'PAN', sealedIdNumber })
  const amal = await aStudent(db)
  const said = await Promise.all([
    idNumber(rina.phone, key),
    idNumber(rina.phone, aKey()),
    idNumber(amal.phone, key),
    idNumber('', key),
  ])
  expect(said).toEqual([
    'PAN: ABCDE1234F\n',
    'PAN: its key is not here\n',
    'The student gave no id.\n',
    'No student has this phone number.\n',
  ])
})

test('adopting a new key reports how many id numbers stay unreadable', async () => {
  const [lost, adopted] = [aKey(), aKey()]
  const config = (key: string) => ({ ...readConfig({ ID_KEY: key }), dataDir: '/nowhere' })
  const id = newId()
  const sealedIdNumber = sealText(config(lost).idKeys!, id, 'ABCDE1234F')
  await aStudent(db, { id, idType: 'PAN', sealedIdNumber })
  await loadIdKeys(config(lost), db)
  await expect(loadIdKeys(config(adopted), db)).rejects.toThrow('npm run adopt-id-key')
  const { count } = await db
    .selectFrom('students')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('sealedIdNumber', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(await run('adopt-id-key', [], adopted)).toBe(
    `The database goes by the key of ID_KEY from now on.\nId numbers that were encrypted by other keys and cannot be read: ${count}.\n`,
  )
  await loadIdKeys(config(adopted), db)
})
