import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'

import { createDb, type Db, isDatabaseDown } from '#app/platform/db.server.ts'

import { temporaryFolder } from '../../support/postgres.ts'
import { startServer } from '../../support/server.ts'
import type { Finding } from '../finding.ts'
import { integer, randomOf } from '../random.ts'
import { isReady, until } from '../until.ts'
import { aDeed, countsOf, type Deed, faultsOf, invite, okOf, send } from './deeds.ts'
import { strayFiles } from './stored-files.ts'

interface Options {
  seed: number
  isLong: boolean
}

/** The disk of the database and the files fills up: first during uploads, then during commits. */
export async function fullDisk({ seed, isLong }: Options): Promise<Finding> {
  const folder = temporaryFolder()
  const skipped = mountSmallDisk(folder)
  if (skipped) {
    rmSync(folder, { recursive: true })
    const found = `no small disk can be mounted here (${skipped})`
    return { part: 'faults', tried: 'a full disk', found, holds: 'skipped' }
  }
  const server = await startServer({ DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const { address } = server
  const socket = encodeURIComponent(path.join(folder, 'run'))
  const db = createDb(`postgres://puthi@localhost/postgres?host=${socket}`, { max: 2 })
  try {
    const people = await invite(db)
    const cookie = people.cookies[0]!
    const random = randomOf(seed)
    const deeds: Deed[] = []
    const faults: string[] = []
    const act = async (kinds: Deed['kind'][], count: number) => {
      const batch = Array.from({ length: count }, () => aDeed(random, kinds))
      deeds.push(...batch)
      for (const deed of batch) deed.outcome = await send(address, { deed, people, cookie })
      return batch
    }

    for (let round = 0; round < (isLong ? 5 : 1); round++) {
      await act(['order', 'post'], 6)
      const disk = smallDisk(path.join(folder, 'ballast'))
      disk.fill()
      const posts = await act(['post'], 4)
      if (okOf(posts).length > 0) faults.push('posts found room on a full disk')
      // Frees a few pages at a time, so that a later step of the upload fails each time, until the post succeeds.
      for (let given = 0, hasRoom = false; !hasRoom && given < 400;) {
        given += disk.give(integer(random, 1, 8))
        hasRoom = okOf(await act(['post'], 1)).length > 0
        if (!hasRoom && given >= 400) faults.push('a post is refused although there is room')
      }
      disk.fill()
      const page = await fetch(`${address}/`)
      if (!page.ok) faults.push(`a page answers ${page.status}`)

      await endLog(db)
      const orders = await act(['order'], 8)
      // PostgreSQL crashes, restarts and may then need less WAL, so that some of the orders succeed.
      if (okOf(orders).length === orders.length) faults.push('the disk was not full')

      disk.free()
      await until('answer that it is ready', () => isReady(address), { maxMs: 20_000 })
      for (const deed of orders) deed.outcome = await send(address, { deed, people, cookie })
      if (okOf(orders).length < orders.length) faults.push('an order is refused although there is room')
      await act(['order', 'post'], 6)
    }
    faults.push(...(await faultsOf(db, deeds)), ...(await strayFiles(db, folder)))
    return {
      part: 'faults',
      tried: `a full disk under ${deeds.length} uploads and commits, seed ${seed}`,
      found: `${countsOf(deeds)}; ${faults.length} faults ${faults.slice(0, 5).join('; ')}`,
      holds: faults.length === 0,
    }
  } finally {
    await db.destroy()
    await server.stop()
    execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true })
  }
}

/** Returns null, or the reason why nothing was mounted: only root may mount. */
function mountSmallDisk(folder: string) {
  if (process.getuid!() !== 0) return 'not as root'
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=711', 'tmpfs', folder], { stdio: 'pipe' })
    return null
  } catch (error) {
    return String((error as { stderr: Buffer }).stderr).trim()
  }
}

const diskPage = 4_096

function smallDisk(ballast: string) {
  const block = Buffer.alloc(1_048_576)
  return {
    /** To the last byte. */
    fill() {
      const file = openSync(ballast, 'a')
      for (let size = block.length; size >= 1; size = Math.floor(size / 2)) {
        try {
          for (;;) if (writeSync(file, block, 0, size) < size) break
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        }
      }
      closeSync(file)
    },
    give(pages: number) {
      truncateSync(ballast, statSync(ballast).size - pages * diskPage)
      return pages
    },
    free: () => rmSync(ballast),
  }
}

/** Uses up the WAL files that PostgreSQL created in advance: the next commits need a new one. */
async function endLog(db: Db) {
  const hasMore = async () => {
    const { rows } = await sql`select from pg_ls_waldir()
      where name = pg_walfile_name(pg_current_wal_insert_lsn() + 1)`.execute(db) // where the next byte would go
    return rows.length > 0
  }
  try {
    while (await hasMore()) {
      await sql`select pg_logical_emit_message(true, 'torture', '')`.execute(db)
      await sql`select pg_switch_wal()`.execute(db)
    }
  } catch (error) {
    if (!isDatabaseDown(error)) throw error // else a job of the server was first to need a new file, and it crashed
  }
}
