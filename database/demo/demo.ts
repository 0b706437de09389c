import { Readable } from 'node:stream'

import { sql } from 'kysely'

import { attemptKey } from '#app/accounts/log-in-limits.server.ts'
import type { FileFolder, PictureFolder } from '#app/files/file-rules.ts'
import { storePdf } from '#app/files/pdfs/store-pdf.server.ts'
import { storePicture } from '#app/files/pictures/store-picture.server.ts'
import { removeUnused } from '#app/files/storage/remove-unused.server.ts'
import type { Storage } from '#app/files/storage/storage.server.ts'
import { takeFile } from '#app/files/storage/take-file.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { PostKind } from '#app/posts/post-rules.ts'
import { removeAccount } from '#app/privacy/delete-account.server.ts'
import { aBook, aCourse, aNote, aNovel, aStore, aStudent, madeAt, makersPassword } from '#database/makers.ts'

import { canWrite } from './canvas.ts'
import { demoAsks, playAsk } from './demo-asks.ts'
import { demoCatalogue, type DemoPost, type DemoSeller, demoStores, demoStudents } from './demo-catalogue.ts'
import { demoDeals, demoTalks, playDeal, playTalk } from './demo-deals.ts'
import { drawNotes, drawQuestions } from './demo-pdfs.ts'
import { drawBack, drawCourseCover, drawFront, drawPage, drawStall } from './drawings.ts'

/** One row, in databases with demo data only. */
interface Demo {
  openedAt: Date
  /** Number of loaded steps: what people delete afterwards does not come back. */
  loaded: number
  sellers: Record<DemoSeller, string>
}

declare module '#app/platform/db.server.ts' {
  interface Tables {
    demo: Demo
  }
}

/** Not a migration, since only databases with demo data have it. */
export const createDemoTable =
  'create table demo (opened_at timestamptz not null, loaded int not null, sellers jsonb not null)'

/** Whether the database has no accounts yet. */
export async function hasNoAccounts(db: Db) {
  return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) === undefined
}

async function isOpen(db: Db) {
  const { phone } = demoStudents.student
  const student = db.selectFrom('accounts').select('id').where('kind', '=', 'student').where('phone', '=', phone)
  return (await student.executeTakeFirst()) !== undefined
}

/** Advisory lock id, different from the one of migrations. */
const lockKey = 7_788_442

/** Creates the demo accounts, once; a job loads their posts after the start. */
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

/** Lines to print at the start; none without demo data. */
export async function describeDemo(db: Db) {
  if (!(await isOpen(db))) return []
  return [
    `Demo accounts (password ${makersPassword}):`,
    `  student ${demoStudents.student.phone} at /login`,
    `  store   ${demoStores.store.phone} at /slogin`,
  ]
}

/** The demo accounts that still exist: people may have deleted some. */
async function findDemoAccounts(db: Db) {
  if (!(await hasDemoTable(db))) return []
  const { sellers } = await db.selectFrom('demo').select('sellers').executeTakeFirstOrThrow()
  const ids = Object.values(sellers)
  return db.selectFrom('accounts').select(['id', 'kind', 'phone']).where('id', 'in', ids).execute()
}

/** A warning to print if others can reach the server, because anybody can log in to the demo accounts. */
export async function warnOfDemo(db: Db) {
  const { length } = await findDemoAccounts(db)
  if (length === 0) return []
  return [
    `WARNING: others can reach this server, and its ${length} demo accounts have a published password.`,
    '  Remove them, with all that is theirs: npm run end-demo',
  ]
}

/**
 * Removes the demo accounts as their owners would, with all their data, and returns their number. The demo is not
 * loaded again in this database. Other people's data stays, except what belongs to the demo's posts.
 */
export async function endDemo(db: Db, storage: Storage) {
  const accounts = await findDemoAccounts(db)
  if (accounts.length === 0) return 0
  await db.updateTable('demo').set({ loaded: pastAllSteps }).execute() // a server that is loading it stops
  for (const account of accounts) await removeAccount(db, account, { account: attemptKey(account) })
  await removeUnused(db, storage, (files) => files.where('droppedAt', 'is not', null))
  return accounts.length
}

const pastAllSteps = 1_000_000

interface Loading {
  catalogue?: DemoPost[]
  isStopping?: () => boolean
}

/**
 * Continues where it stopped: each step is counted in its own transaction, so that after a crash nothing is missing or
 * duplicated. One step at a time, to leave the machine to people.
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
      // Another process has done this step; the sweep removes the files.
      if (numUpdatedRows === 0n) return
      if ('store' in step) await showStall(transaction, step, demo, files)
      else if ('deal' in step) await playDeal(transaction, demo.sellers, step.deal)
      else if ('talk' in step) await playTalk(transaction, demo.sellers, step.talk)
      else if ('ask' in step) await playAsk(transaction, demo.sellers, step.ask)
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

/** Posts of each kind that fill a first page; these are loaded before further ones. */
const helpings: Record<PostKind, number> = { book: 12, novel: 6, note: 3, course: 2 }

interface DealStep {
  deal: (typeof demoDeals)[number]
}

interface TalkStep {
  talk: (typeof demoTalks)[number]
}

interface AskStep {
  ask: (typeof demoAsks)[number]
}

type Step = StallStep | PostStep | DealStep | TalkStep | AskStep

/** The demo store's picture, the posts, the pictures of other stores that sell something, and what became of it all. */
function stepsFor(catalogue: DemoPost[]): Step[] {
  const stalls = Object.keys(demoStores).map((store, look) => ({ store, look }) as StallStep)
  const others = stalls.slice(1).filter(({ store }) => catalogue.some(({ seller }) => seller === store))
  const posts = Object.values(Object.groupBy(catalogue, ({ kind }) => kind))
    .flatMap((ofKind) =>
      ofKind.map((post, n) => ({ post, look: n, turn: n / helpings[post.kind], age: n / ofKind.length })),
    )
    .toSorted((one, other) => one.age - other.age)
    .map((step, n) => ({ ...step, minutesAgo: 25 + n * 480 + ((n * n * 37) % 400) }))
    .toSorted((one, other) => one.turn - other.turn)
  const deals = demoDeals.map((deal) => ({ deal }))
  const talks = demoTalks.map((talk) => ({ talk }))
  const asks = demoAsks.map((ask) => ({ ask }))
  return [stalls[0]!, ...posts, ...others, ...deals, ...talks, ...asks] // new ones at the end: others are counted
}

type Files = Partial<Record<'picture1' | 'picture2' | 'picture3' | 'coverImage' | 'pdf1' | 'pdf2', string>>

async function storeFiles(db: Db, storage: Storage, step: Step): Promise<Files> {
  if ('deal' in step || 'talk' in step || 'ask' in step) return {}
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
    title: canWrite(title) ? title : category!, // the PDF's fonts have only Latin letters
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

/** Sets the store's picture, unless it has chosen one. */
async function showStall(db: Db, { store }: StallStep, { sellers }: Demo, files: Files) {
  const { numUpdatedRows } = await db
    .updateTable('stores')
    .set({ picture: files.picture1! })
    .where('accountId', '=', sellers[store])
    .where('picture', '=', '')
    .executeTakeFirst()
  if (numUpdatedRows === 1n) await take(db, files)
}

const makers = { book: aBook, novel: aNovel, note: aNote, course: aCourse }

async function put(db: Db, { post, minutesAgo }: PostStep, { openedAt, sellers }: Demo, files: Files) {
  const { seller, hasCover: _, ...given } = post
  if (!(await isStillThere(db, sellers[seller]))) return
  const when = madeAt(new Date(openedAt.getTime() - minutesAgo * 60_000))
  await makers[post.kind](db, { id: sellers[seller] }, { ...given, ...when, ...files })
  await take(db, files)
}

/** The demo account may have been deleted. */
async function isStillThere(db: Db, id: string) {
  return (await db.selectFrom('accounts').select('id').where('id', '=', id).forShare().executeTakeFirst()) !== undefined
}

async function take(db: Db, files: Files) {
  for (const key of Object.values(files)) await takeFile(db, key, key.split('/')[0] as FileFolder)
}
