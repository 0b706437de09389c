import { Readable } from 'node:stream'

import type { Storage } from '#app/files/storage.server.ts'
import { storePicture } from '#app/files/store-picture.server.ts'
import { takeFile } from '#app/files/take-file.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { drawStall } from './drawings.ts'
import { aStore, aStudent, makersPassword } from './makers.ts'

const student = { phone: '9000000001', name: 'Demo Student' }
const store = { phone: '9000000002', name: 'Demo Book Store' }

/** Whether nobody signed up yet: the database is new. */
export async function hasNoAccounts(db: Db) {
  const [students, stores] = await Promise.all(
    (['students', 'stores'] as const).map((table) => db.selectFrom(table).select('id').limit(1).executeTakeFirst()),
  )
  return !students && !stores
}

async function isLoaded(db: Db) {
  const found = await db.selectFrom('students').select('id').where('phone', '=', student.phone).executeTakeFirst()
  return found !== undefined
}

/** Once: what people changed in it since stays. */
export async function loadDemo(db: Db, storage: Storage) {
  if (await isLoaded(db)) return
  const bytes = Readable.from([await drawStall('#b3141d')])
  const picture = await storePicture(db, storage, { folder: 'Bookstores', name: 'stall.jpg', bytes })
  if ('problem' in picture) throw new Error(`The demo's picture was refused: ${picture.problem}`)

  await db.transaction().execute(async (transaction) => {
    await aStudent(transaction, student)
    await aStore(transaction, { ...store, picture: picture.key })
    await takeFile(transaction, picture.key, 'Bookstores')
  })
}

/** Lines for whoever started the server; none where there is no demo data. */
export async function describeDemo(db: Db) {
  if (!(await isLoaded(db))) return []
  return [
    `Demo accounts (password ${makersPassword}):`,
    `  student ${student.phone} at /login`,
    `  store   ${store.phone} at /slogin`,
  ]
}
