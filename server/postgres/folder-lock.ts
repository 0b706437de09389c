import { randomBytes } from 'node:crypto'
import { linkSync, renameSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import path from 'node:path'

/**
 * A lock that ends with its process, however that ends: a unix socket that the holder listens on, which also tells a
 * second process its holder's pid. Returns that pid or the release function.
 */
export async function takeLock(folder: string): Promise<{ heldBy: string } | { release: () => void }> {
  const lock = path.join(folder, 'lock')
  const own = `${lock}.${randomBytes(4).toString('hex')}`
  const server = createServer((socket) => socket.on('error', () => {}).end(String(process.pid))) // it may be gone
  server.unref()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(own, resolve)
  })

  for (;;) {
    try {
      linkSync(own, lock) // atomic: fails if the lock exists
      rmSync(own)
      return { release: () => (rmSync(lock, { force: true }), void server.close()) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }

    // Renames a dead lock before checking it, so that a lock just taken by a third process is not removed.
    const aside = `${own}.aside`
    const heldBy = (await askHolder(lock)) ?? (moveAside(lock, aside) ? await askHolder(aside) : null)
    if (heldBy) {
      tryLink(aside, lock)
      rmSync(aside, { force: true })
      server.close()
      rmSync(own, { force: true })
      return { heldBy }
    }
    rmSync(aside, { force: true })
  }
}

function askHolder(file: string) {
  return new Promise<string | null>((resolve) => {
    let answer = ''
    const socket = connect(file)
    socket.setTimeout(1_000, () => (socket.destroy(), resolve('another')))
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('end', () => resolve(answer || 'another'))
    socket.on('error', () => resolve(null))
  })
}

function moveAside(file: string, to: string) {
  try {
    renameSync(file, to)
    return true
  } catch {
    return false // another process has removed it: retry
  }
}

function tryLink(from: string, to: string) {
  try {
    linkSync(from, to)
  } catch {
    // not renamed, or taken again by another process
  }
}
