import { Readable } from 'node:stream'

import { sql } from 'kysely'

import { removeAccount } from '#app/accounts/delete-account.server.ts'
import { accountName } from '#app/accounts/log-in-limits.server.ts'
import type { FileFolder, PictureFolder } from '#app/files/file-rules.ts'
import { removeUnused } from '#app/files/remove-unused.server.ts'
import type { Storage } from '#app/files/storage.server.ts'
import { storePdf } from '#app/files/store-pdf.server.ts'
import { storePicture } from '#app/files/store-picture.server.ts'
import { takeFile } from '#app/files/take-file.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { PostKind } from '#app/posts/post-rules.ts'

import { canWrite } from './canvas.ts'
import { demoCatalogue, type DemoPost, type DemoSeller, demoStores, demoStudents } from './demo-catalogue.ts'
import { drawNotes, drawQuestions } from './demo-pdfs.ts'
import { drawBack, drawCourseCover, drawFront, drawPage, drawStall } from './drawings.ts'
import { aBook, aCourse, aNote, aNovel, aStore, aStudent, madeAt, makersPassword } from './makers.ts'

/** One row, in databases with demo data only. */
interface Demo {
  openedAt: Date
  /** So many steps were taken: what people delete afterwards does not come back. */
  loaded: number
  sellers: Record<DemoSeller, string>
}

declare module '#app/platform/db.server.ts' {
  interface Tables {
    demo: Demo
  }
}

/** No migration's: only where there is demo data. */
export const createDemoTable =
  'create table demo (opened_at timestamptz not null, loaded int not null, sellers jsonb not null)'

/** Whether nobody signed up yet: the database is new. */
export async function hasNoAccounts(db: Db) {
  const [students, stores] = await Promise.all(
    (['students', 'stores'] as const).map((table) => db.selectFrom(table).select('id').limit(1).executeTakeFirst()),
  )
  return !students && !stores
}

async function isOpen(db: Db) {
  const { phone } = demoStudents.student
  return (await db.selectFrom('students').select('id').where('phone', '=', phone).executeTakeFirst()) !== undefined
}

/** Apart from the migrations' number. */
const lockKey = 7_788_442

/** The accounts, once and in a moment; what they sell is loaded behind the start. */
export async function openDemo(db: Db) {
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(transaction)
    if ((await isOpen(transaction)) || (await hasDemoTable(transaction))) return

    const openedAt = new Date()
    const signedUp = () => madeAt(new Date(openedAt.getTime() - 50 * 86_400_000))
    const sellers: Record<string, string> = {}
    for (const [key, given] of Object.entries(demoStudents)) {
      sellers[key] = (await aStudent(transaction, { ...given, ...signedUp() })).id
    }
    for (const [key, given] of Object.entries(demoStores)) {
      sellers[key] = (await aStore(transaction, { ...given, ...signedUp() })).id
    }
    await sql.raw(createDemoTable).execute(transaction)
    await sql`insert into demo values (${openedAt}, 0, ${JSON.stringify(sellers)})`.execute(transaction)
  })
}

/** Lines for whoever started the server; none where there is no demo data. */
export async function describeDemo(db: Db) {
  if (!(await isOpen(db))) return []
  return [
    `Demo accounts (password ${makersPassword}):`,
    `  student ${demoStudents.student.phone} at /login`,
    `  store   ${demoStores.store.phone} at /slogin`,
  ]
}

/** Those that are there still: whoever tries the product may have deleted some. */
async function findDemoAccounts(db: Db) {
  if (!(await hasDemoTable(db))) return []
  const { sellers } = await db.selectFrom('demo').select('sellers').executeTakeFirstOrThrow()
  const ids = Object.values(sellers)
  const find = (table: 'students' | 'stores') =>
    db.selectFrom(table).select(['id', 'phone']).where('id', 'in', ids).execute()
  const [students, stores] = await Promise.all([find('students'), find('stores')])
  return [
    ...students.map((student) => ({ ...student, kind: 'student' as const })),
    ...stores.map((store) => ({ ...store, kind: 'store' as const })),
  ]
}

/** Lines for whoever started a server that others can reach, where anybody can log in to the demo accounts. */
export async function warnOfDemo(db: Db) {
  const { length } = await findDemoAccounts(db)
  if (length === 0) return []
  return [
    `WARNING: others can reach this server, and its ${length} demo accounts have a published password.`,
    '  Remove them, with all that is theirs: npm run end-demo',
  ]
}

/**
 * Removes the demo accounts as their owners would, with all that is theirs; says how many there were. It is not opened or
 * gone on with again in this database. Others' data stays, but for what hangs on the demo's posts.
 */
export async function endDemo(db: Db, storage: Storage) {
  const accounts = await findDemoAccounts(db)
  if (accounts.length === 0) return 0
  await db.updateTable('demo').set({ loaded: pastAllSteps }).execute() // a server that is loading stops
  for (const account of accounts) await removeAccount(db, account, { account: accountName(account) })
  await removeUnused(db, storage, (files) => files.where('droppedAt', 'is not', null))
  return accounts.length
}

const pastAllSteps = 1_000_000

interface Loading {
  catalogue?: DemoPost[]
  isStopping?: () => boolean
}

/**
 * Goes on where it was left: each step is counted in the transaction that takes it, so that whatever ends the process,
 * nothing is missing and nothing comes twice. One step at a time, to leave the machine to people.
 */
export async function loadDemo(db: Db, storage: Storage, { catalogue = demoCatalogue, isStopping }: Loading = {}) {
  if (!(await hasDemoTable(db))) return
  const steps = stepsFor(catalogue)
  while (!isStopping?.()) {
    const demo = await db.selectFrom('demo').selectAll().executeTakeFirstOrThrow()
    const step = steps[demo.loaded]
    if (!step) return

    const files = await storeFiles(db, storage, step)
    await db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('demo')
        .set({ loaded: demo.loaded + 1 })
        .where('loaded', '=', demo.loaded)
        .executeTakeFirst()
      // Another process took the step meanwhile; what nobody takes the sweep removes.
      if (numUpdatedRows === 0n) return
      if ('store' in step) await showStall(transaction, step, demo, files)
      else await put(transaction, step, demo, files)
    })
  }
}

async function hasDemoTable(db: Db) {
  const { rows } = await sql<{ isThere: boolean }>`select to_regclass('demo') is not null as is_there`.execute(db)
  return rows[0]!.isThere
}

interface StallStep {
  store: keyof typeof demoStores
  look: number
}

interface PostStep {
  post: DemoPost
  minutesAgo: number
  look: number
}

/** So many of each kind fill a first page; they are there before more of any other. */
const helpings: Record<PostKind, number> = { book: 12, novel: 6, note: 3, course: 2 }

/** The stall of the store that one logs in as, the posts, and the stalls of the others who sell. */
function stepsFor(catalogue: DemoPost[]): (StallStep | PostStep)[] {
  const stalls = Object.keys(demoStores).map((store, look) => ({ store, look }) as StallStep)
  const others = stalls.slice(1).filter(({ store }) => catalogue.some(({ seller }) => seller === store))
  const posts = Object.values(Object.groupBy(catalogue, ({ kind }) => kind))
    .flatMap((ofKind) =>
      ofKind.map((post, n) => ({ post, look: n, turn: n / helpings[post.kind], age: n / ofKind.length })),
    )
    .toSorted((one, other) => one.age - other.age)
    .map((step, n) => ({ ...step, minutesAgo: 25 + n * 480 + ((n * n * 37) % 400) }))
    .toSorted((one, other) => one.turn - other.turn)
  return [stalls[0]!, ...posts, ...others]
}

type Files = Partial<Record<'picture1' | 'picture2' | 'picture3' | 'coverImage' | 'pdf1' | 'pdf2', string>>

async function storeFiles(db: Db, storage: Storage, step: StallStep | PostStep): Promise<Files> {
  const picture = async (name: string, drawing: Promise<Buffer>, folder: PictureFolder = 'images') =>
    keyOf(await storePicture(db, storage, { folder, name, bytes: Readable.from([await drawing]) }))
  const pdf = async (name: string, bytes: Buffer) =>
    keyOf(await storePdf(db, storage, { name, bytes: Readable.from([bytes]) }))

  if ('store' in step) return { picture1: await picture('stall.png', drawStall(step.look), 'Bookstores') }

  const { post, look } = step
  const { name: title, authorName, className, category, description } = post
  if (post.kind === 'book' || post.kind === 'novel') {
    const bound = { title, author: authorName ?? '', look }
    const second = look % 2 ? picture('page.png', drawPage(bound)) : picture('back.png', drawBack(bound))
    const [picture1, picture2] = await Promise.all([picture('front.png', drawFront(bound)), second])
    return { picture1, picture2, ...(look % 8 === 0 && { picture3: await picture('page.png', drawPage(bound)) }) }
  }
  const topic = {
    title: canWrite(title) ? title : category!, // the fonts of a PDF know no other script
    reader: `${className}, ${category}`,
    description: description!,
  }
  const perPage = 1 + (look % 2)
  return {
    ...(post.hasCover && { coverImage: await picture('cover.png', drawCourseCover({ title, look })) }),
    pdf1: await pdf('notes.pdf', drawNotes(topic, perPage)),
    pdf2: await pdf('questions.pdf', drawQuestions(topic, perPage)),
  }
}

function keyOf(stored: { key: string } | { problem: string }) {
  if ('problem' in stored) throw new Error(`A file of the demo was refused: ${stored.problem}`)
  return stored.key
}

/** Unless the store has chosen another picture meanwhile. */
async function showStall(db: Db, { store }: StallStep, { sellers }: Demo, files: Files) {
  const { numUpdatedRows } = await db
    .updateTable('stores')
    .set({ picture: files.picture1! })
    .where('id', '=', sellers[store])
    .where('picture', '=', '')
    .executeTakeFirst()
  if (numUpdatedRows === 1n) await take(db, files)
}

const makers = { book: aBook, novel: aNovel, note: aNote, course: aCourse }

async function put(db: Db, { post, minutesAgo }: PostStep, { openedAt, sellers }: Demo, files: Files) {
  const { seller, hasCover: _, ...given } = post
  const kind = seller in demoStores ? 'store' : 'student'
  if (!(await isStillThere(db, kind, sellers[seller]))) return
  const when = madeAt(new Date(openedAt.getTime() - minutesAgo * 60_000))
  await makers[post.kind](db, { kind, id: sellers[seller] }, { ...given, ...when, ...files })
  await take(db, files)
}

/** Somebody may have tried what deleting an account does. */
async function isStillThere(db: Db, kind: 'store' | 'student', id: string) {
  const table = kind === 'store' ? 'stores' : 'students'
  return (await db.selectFrom(table).select('id').where('id', '=', id).forShare().executeTakeFirst()) !== undefined
}

async function take(db: Db, files: Files) {
  for (const key of Object.values(files)) await takeFile(db, key, key.split('/')[0] as FileFolder)
}
