import { randomBytes } from 'node:crypto'
import { linkSync, renameSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import path from 'node:path'

/**
 * One process at a time, for as long as it lives: the lock is a unix socket that its holder listens on, so it ends with
 * the process, however that ends, and whoever comes second can ask who holds it. Returns the holder's pid or the release.
 */
export async function takeLock(folder: string): Promise<{ heldBy: string } | { release: () => void }> {
  const lock = path.join(folder, 'lock')
  const own = `${lock}.${randomBytes(4).toString('hex')}`
  const server = createServer((socket) => socket.on('error', () => {}).end(String(process.pid))) // who asks may be gone
  server.unref()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(own, resolve)
  })

  for (;;) {
    try {
      linkSync(own, lock) // unlike listening on its name, this fails where the lock exists and cannot be won twice
      rmSync(own)
      return { release: () => (rmSync(lock, { force: true }), void server.close()) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }

    // Looked at under a name of our own, so that the lock of a third process is never mistaken for the dead one.
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
    return false // somebody else cleared it: look again
  }
}

function tryLink(from: string, to: string) {
  try {
    linkSync(from, to)
  } catch {
    // not set aside, or already taken again
  }
}
