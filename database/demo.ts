import { Readable } from 'node:stream'

import type { Storage } from '#app/files/storage.server.ts'
import { storePicture } from '#app/files/store-picture.server.ts'
import { takeFile } from '#app/files/take-file.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { demoBooks, demoNovels } from './demo-catalogue.ts'
import { drawCover, drawStall } from './drawings.ts'
import { aBook, aNovel, aStore, aStudent, makersPassword } from './makers.ts'

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
  const keep = async (folder: 'images' | 'Bookstores', name: string, picture: Buffer) => {
    const stored = await storePicture(db, storage, { folder, name, bytes: Readable.from([picture]) })
    if ('problem' in stored) throw new Error(`A picture of the demo was refused: ${stored.problem}`)
    return stored.key
  }
  const stall = await keep('Bookstores', 'stall.jpg', await drawStall('#b3141d'))
  const covers = await Promise.all(
    [...demoBooks, ...demoNovels].map(async ({ color }) => ({
      picture1: await keep('images', 'front.jpg', await drawCover(color)),
      picture2: await keep('images', 'back.jpg', await drawCover(color, { isBack: true })),
    })),
  )

  await db.transaction().execute(async (transaction) => {
    const sellers = [
      await aStudent(transaction, student),
      await aStore(transaction, { ...store, picture: stall }),
    ] as const
    await takeFile(transaction, stall, 'Bookstores')
    for (const [n, { color: _, isNovel, ...post }] of [...demoBooks, ...demoNovels].entries()) {
      const pictures = covers[n]!
      const make = isNovel ? aNovel : aBook
      await make(transaction, sellers[n % 2]!, { ...post, ...pictures })
      for (const key of Object.values(pictures)) await takeFile(transaction, key, 'images')
    }
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
