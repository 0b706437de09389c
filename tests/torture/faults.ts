import { rmSync } from 'node:fs'

import { startTestPostgres, temporaryFolder } from '../support/postgres.ts'
import { wrongClocks } from './faults/clock.ts'
import { fullDisk } from './faults/full-disk.ts'
import { kills } from './faults/kills.ts'
import { cutUploads, lostReplies } from './faults/lost-replies.ts'
import { killedMigrations } from './faults/migrations.ts'
import { rollingRestarts } from './faults/rolling.ts'
import { openShop } from './faults/shop.ts'
import type { Finding } from './finding.ts'

interface Options {
  seed: number
  isLong: boolean
}

/** Faults of machines and networks: none may lose what was confirmed to a client, or leave anything behind. */
export async function faults(options: Options): Promise<Finding[]> {
  // Concurrently, as kills() mostly waits for the server to restart.
  const found = await Promise.all([ofItsOwn(options), onOneDatabase(options)])
  return found.flat()
}

async function ofItsOwn(options: Options) {
  const folder = temporaryFolder()
  try {
    return await kills({ ...options, folder })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onOneDatabase(options: Options) {
  const postgres = await startTestPostgres()
  try {
    const shop = await openShop(postgres.url, options.seed)
    const network = [await lostReplies(shop, options.isLong), await cutUploads(shop, options.isLong)]
    const clocks = await wrongClocks(shop)
    const rolling = await rollingRestarts(shop, options.isLong)
    await shop.close()
    const migrations = await killedMigrations({ ...options, postgresUrl: postgres.url })
    return [...network, clocks, rolling, migrations, await fullDisk(options)]
  } finally {
    await postgres.stop()
  }
}
