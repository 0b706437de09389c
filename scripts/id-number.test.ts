import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import { sealIdNumber } from '#app/accounts/id-numbers.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

const { db, url } = await freshDatabase()
const aKey = () => randomBytes(32).toString('base64')

async function idNumber(phone: string, key: string) {
  const env = { PATH: process.env.PATH, DATABASE_URL: url, ID_KEY: key }
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/id-number.ts', phone], { env })
  return stdout
}

test('the team reads the id number of one student, by its key alone', async () => {
  const [key, id] = [aKey(), newId()]
  const sealedIdNumber = sealIdNumber(readConfig({ ID_KEY: key }).idKeys!, id, 'ABCDE1234F')
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
