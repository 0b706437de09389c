import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'

import sharp from 'sharp'

import { buyPath } from '#app/access/paths.ts'
import { startSession } from '#app/accounts/sessions.server.ts'
import { renditionKeys } from '#app/files/pictures/picture-url.ts'
import { storePicture } from '#app/files/pictures/store-picture.server.ts'
import { createStorage, type Storage } from '#app/files/storage/storage.server.ts'
import { takeFile } from '#app/files/storage/take-file.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { createDb, type Db } from '#app/platform/db.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { deletePost } from '#app/posts/selling/delete-post.server.ts'
import { addPosts } from '#bench/fill-posts.ts'
import { aBook, aStore, aStudent } from '#database/makers.ts'
import { backUp } from '#server/backup/backup.ts'
import { restore } from '#server/backup/restore.ts'
import { temporaryFolder } from '#tests/support/postgres.ts'
import { startServer } from '#tests/support/server.ts'

import type { Finding } from './finding.ts'
import { integer, pick, randomOf } from './random.ts'

const part = 'backup-drill'
const project = path.resolve(import.meta.dirname, '../..')

/** Backs up a server under load, restores the backup into another folder while the load continues, and compares. */
export async function backupDrill({ seed, isLong }: { seed: number; isLong: boolean }): Promise<Finding[]> {
  const random = randomOf(seed)
  const size = isLong
    ? { posts: 100_000, shown: 200, kills: 10, tampers: 60 }
    : { posts: 100, shown: 4, kills: 1, tampers: 4 }
  const [here, there, backups] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
  const server = await startServer({ DATA_DIR: here, LOG_LEVEL: 'silent' })
  const db = databaseIn(here)
  const storage = createStorage(readConfig({ DATA_DIR: here }), createLog('silent'))
  try {
    const market = await openMarket(db, storage, size)
    const trade = startTrade(server.address, db, storage, market, isLong)
    await trade.more(5)

    const killed = await killBackups(here, backups, size.kills, random)
    const confirmedBefore = [...trade.confirmed]
    const made = await run('backup', { DATA_DIR: here }, backups)
    const folder = path.join(
      backups,
      readdirSync(backups).find((name) => name.endsWith('Z'))!,
    )
    await trade.more(2)
    const tampered = await tamper(folder, size.tampers, random)
    const restored = await run('restore', { DATA_DIR: there }, folder)
    await trade.more(2)
    await trade.stop()

    const { orders, differing, ...answers } = await look(there, folder)
    const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as {
      tables: { rows: number }[]
      files: { count: number }
      lost: string[]
    }
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const missing = confirmedBefore.filter((key) => !orders.has(key))
    const unknown = [...orders].filter((key) => !trade.sent.has(key))
    return [
      {
        part,
        tried: `backup of ${rows} rows and ${manifest.files.count} files under load, restored into an empty place`,
        found: `${made.seconds} s and ${restored.seconds} s, ${differing} hashes differ, ${manifest.lost.length} files lost`,
        holds: made.code === 0 && restored.code === 0 && differing === 0 && manifest.lost.length === 0,
      },
      {
        part,
        tried: `${confirmedBefore.length} orders confirmed before the backup, ${trade.confirmed.length} by the end`,
        found: `${missing.length} missing, ${unknown.length} that nobody sent, ${orders.size} restored`,
        holds: missing.length === 0 && unknown.length === 0,
      },
      {
        part,
        tried: `a server on what was restored, ${answers.pictures} pictures`,
        found: `${answers.failed.length} answers wrong ${answers.failed.slice(0, 3).join(' ')}`,
        holds: answers.failed.length === 0 && answers.pictures > 0,
      },
      {
        part,
        tried: `${size.tampers} tampered backups, seed ${seed}`,
        found: `${tampered.length} taken ${tampered.slice(0, 3).join('; ')}`,
        holds: tampered.length === 0,
      },
      {
        part,
        tried: `${size.kills} backups killed half-way, seed ${seed}`,
        found: `${killed} taken for whole`,
        holds: killed === 0,
      },
    ]
  } finally {
    await db.destroy()
    await server.stop()
    for (const folder of [here, there, backups]) rmSync(folder, { recursive: true, force: true })
  }
}

interface Market {
  seller: Awaited<ReturnType<typeof aStudent>>
  postId: string
  cookie: string
}

async function openMarket(
  db: Db,
  storage: Storage,
  { posts, shown }: { posts: number; shown: number },
): Promise<Market> {
  const seller = await aStudent(db)
  await aStore(db)
  for (let from = 0; from < posts; from += 10_000) await addPosts(db, { from, to: Math.min(posts, from + 10_000) })
  for (let n = 0; n < shown; n++) await showBook(db, storage, seller)
  const post = await aBook(db, seller, { sellingPricePaise: 26_000 })
  return { seller, postId: post.id, cookie: `puthi-session=${await startSession(db, await aStudent(db))}` }
}

const drawing = sharp({ create: { width: 24, height: 32, channels: 3, background: '#b3141d' } })
  .png()
  .toBuffer()

async function showBook(db: Db, storage: Storage, seller: Market['seller']) {
  const sent = { folder: 'images', name: 'cover.png', bytes: Readable.from([await drawing]) } as const
  const stored = await storePicture(db, storage, sent)
  if ('problem' in stored) throw new Error(stored.problem)
  return db.transaction().execute(async (transaction) => {
    await takeFile(transaction, stored.key, 'images')
    return aBook(transaction, seller, { picture1: stored.key })
  })
}

/** Load: places orders, and posts books with pictures and deletes older ones; in turn, or concurrently if `isBusy`. */
function startTrade(address: string, db: Db, storage: Storage, { seller, postId, cookie }: Market, isBusy: boolean) {
  const sent = new Set<string>()
  const confirmed: string[] = []
  const shown: string[] = []
  let isOpen = true
  const buy = async () => {
    const key = crypto.randomUUID()
    sent.add(key)
    const response = await fetch(address + buyPath(postId), {
      method: 'POST',
      redirect: 'manual',
      headers: { Accept: 'text/html', Cookie: cookie },
      body: new URLSearchParams({
        key,
        shownPaise: '26000',
        name: 'Rina',
        phone: '9876543210',
        quantity: '2',
        pin: '781001',
        address: 'Panbazar',
      }),
    })
    if (response.status === 303) confirmed.push(key)
  }
  const sell = async () => {
    shown.push((await showBook(db, storage, seller)).id)
    if (shown.length > 3) await deletePost(db, storage, seller, shown.shift()!)
  }
  const goOn = async (...steps: (() => Promise<void>)[]) => {
    while (isOpen) for (const step of steps) await step()
  }
  const trading = Promise.all(isBusy ? [goOn(buy), goOn(buy), goOn(sell)] : [goOn(buy, sell)])
  return {
    sent,
    confirmed,
    async more(orders: number) {
      const enough = confirmed.length + orders
      while (confirmed.length < enough) await Promise.race([trading, new Promise((resolve) => setTimeout(resolve, 20))])
    },
    async stop() {
      isOpen = false
      await trading
    },
  }
}

async function run(script: 'backup' | 'restore', env: Record<string, string>, folder: string) {
  const started = performance.now()
  const child = start(script, env, folder)
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) console.error(said)
  return { code, seconds: ((performance.now() - started) / 1_000).toFixed(1) }
}

function start(script: 'backup' | 'restore', env: Record<string, string>, folder: string) {
  return spawn(process.execPath, [`scripts/${script}.ts`, folder], {
    cwd: project,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Kills backups at random points; returns how many left something that a restore accepts. */
async function killBackups(dataDir: string, backups: string, kills: number, random: () => number) {
  let taken = 0
  for (let n = 0; n < kills; n++) {
    const child = start('backup', { DATA_DIR: dataDir }, backups)
    const lines = integer(random, 1, 10)
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.split('\n').length > lines) child.kill('SIGKILL')
    })
    const [code] = (await once(child, 'exit')) as [number | null]
    for (const left of readdirSync(backups)) {
      if (code !== 0 && (await isRestored(path.join(backups, left)))) taken++
      rmSync(path.join(backups, left), { recursive: true })
    }
  }
  return taken
}

/** Whether a restore accepts the backup, or refuses it but leaves files behind. */
async function isRestored(folder: string) {
  const place = temporaryFolder()
  try {
    await restore(readConfig({ DATA_DIR: place }), folder, () => {})
    return true
  } catch {
    return readdirSync(place).length > 0
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** Changes one random file at a time; returns the changes that a restore did not notice. */
async function tamper(folder: string, times: number, random: () => number) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted()
  const unnoticed: string[] = []
  for (let n = 0; n < times; n++) {
    const file = pick(random, names)
    const bytes = readFileSync(file)
    const how = pick(random, ['changed', 'longer', 'missing', 'added'] as const)
    const at = integer(random, 0, Math.max(0, bytes.length - 1))
    if (how === 'added') writeFileSync(`${file}.more`, '')
    else if (how === 'missing') rmSync(file)
    else if (how === 'changed' && bytes.length > 0)
      writeFileSync(file, bytes.with(at, bytes[at]! ^ (1 << integer(random, 0, 7))))
    else appendFileSync(file, 'x')
    if (await isRestored(folder)) unnoticed.push(`${path.relative(folder, file)} ${how}`)
    rmSync(`${file}.more`, { force: true })
    writeFileSync(file, bytes)
  }
  return unnoticed
}

/** Lines of a hash and a file name; without the manifest, which contains the time of the backup. */
const sumsOf = (folder: string) =>
  new Set(
    readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8')
      .split('\n')
      .filter((line) => !line.endsWith('manifest.json')),
  )

/** Backs up the restored folder again, to compare hashes, and requests pages and all posts' pictures from a server. */
async function look(restored: string, backup: string) {
  const again = temporaryFolder()
  const { folder } = await backUp(readConfig({ DATA_DIR: restored }), again, () => {}) // before jobs change anything
  const server = await startServer({ DATA_DIR: restored, LOG_LEVEL: 'silent' })
  const db = databaseIn(restored)
  try {
    const orders = await db.selectFrom('orders').select('key').execute()
    const posts = await db
      .selectFrom('posts')
      .innerJoin('files', 'files.key', 'posts.picture1')
      .select('files.key')
      .execute()
    const pictures = posts.flatMap(({ key }) => renditionKeys(key)).map((key) => `/pictures/${key}`)
    const failed: string[] = []
    for (const address of ['/', '/?tab=books', '/?tab=books&name=physics', ...pictures]) {
      const response = await fetch(server.address + address)
      await response.arrayBuffer()
      if (response.status !== 200) failed.push(`${response.status} ${address}`)
    }
    return {
      orders: new Set(orders.map(({ key }) => key)),
      differing: sumsOf(backup).symmetricDifference(sumsOf(folder)).size,
      pictures: pictures.length,
      failed,
    }
  } finally {
    await db.destroy()
    await server.stop()
    rmSync(again, { recursive: true })
  }
}

/** The database of a server that runs in the folder. */
const databaseIn = (folder: string) =>
  createDb(`postgres://puthi@localhost/postgres?host=${encodeURIComponent(path.join(folder, 'run'))}`, { max: 5 })
