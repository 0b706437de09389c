import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test, vi } from 'vitest'

import { createDb } from '#app/platform/db.server.ts'
import { testFolder } from '#tests/support/folder.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import { startPostgres } from '#server/postgres.ts'

const appKills = 20
const databaseKills = 10
const writers = 4
const rowsBetweenKills = 12

test(
  `${appKills} kills of the server and ${databaseKills} of PostgreSQL under a writing load lose no acknowledged row`,
  { timeout: 180_000 },
  async () => {
    const folder = testFolder()
    const port = String(await freePort())
    const start = () => startServer({ DATA_DIR: folder, PORT: port, LOG_LEVEL: 'silent' })
    let server: TestServer = await start()

    const acknowledged: string[] = []
    let isWriting = true
    let sent = 0
    const write = async () => {
      while (isWriting) {
        const name = `row ${++sent}`
        const answer = await send(port, name)
        if (answer === 'ok') acknowledged.push(name)
        else await sleep(20) // a client that comes back, not a storm
      }
    }
    const writing = Array.from({ length: writers }, write)
    const someMoreRows = async () => {
      const enough = acknowledged.length + rowsBetweenKills
      await vi.waitUntil(() => acknowledged.length >= enough, { timeout: 20_000, interval: 5 })
    }

    for (let kill = 0; kill < appKills; kill++) {
      await someMoreRows()
      await server.stop('SIGKILL')
      server = await start()
    }
    for (let kill = 0; kill < databaseKills; kill++) {
      await someMoreRows()
      process.kill(Number.parseInt(readFileSync(path.join(folder, 'pg/postmaster.pid'), 'utf8'), 10), 'SIGKILL')
    }
    await someMoreRows()
    isWriting = false
    await Promise.all(writing)
    await server.stop()

    const postgres = await startPostgres(folder)
    const db = createDb(postgres.url)
    const rows = await db.selectFrom('contactMessages').select('name').execute()
    await db.destroy()
    await postgres.stop()

    const kept = new Set(rows.map(({ name }) => name))
    const lost = acknowledged.filter((name) => !kept.has(name))
    console.log(
      `${acknowledged.length} rows acknowledged, ${acknowledged.length - lost.length} of them there afterwards`,
    )
    expect(lost).toEqual([])
    expect(rows.length).toBe(kept.size) // and none twice
    expect(acknowledged.length).toBeGreaterThanOrEqual((appKills + databaseKills + 1) * rowsBetweenKills)
  },
)

async function send(port: string, name: string) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/ContactUs`, {
      method: 'POST',
      headers: { Accept: 'text/html' },
      body: new URLSearchParams({ name, phone: '9876543210', reason: 'Is it there?' }),
    })
    await response.arrayBuffer()
    return response.ok ? 'ok' : 'refused'
  } catch {
    return 'unknown' // the connection died: the row may be there or not
  }
}

/** The server comes back under the address that the writers know. */
function freePort() {
  return new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
