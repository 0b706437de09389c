import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, opendir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'

import { bounded } from '#app/platform/bounded.server.ts'

/** One line a file, as `sha256sum` writes and checks them; the second file vouches for the first, and is written last. */
const sumsName = 'SHA256SUMS'
const sealName = 'SHA256SUMS.sha256'
const line = /^([0-9a-f]{64}) {2}((?:[\w-]+\/){0,2}[\w-]+\.\w+)$/

const sealOf = (sha256: string) => `${sha256}  ${sumsName}\n`

/** What is wrong with a backup, or with the place it is to be restored to: for whoever runs the command. */
export class BackupError extends Error {}

export interface BackupWriter {
  /** On the disk, not on its way there, when it resolves; with its bytes. */
  write: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<number>
  /** Nothing is a backup before this. */
  finish: () => Promise<void>
}

/** Only its owner reads it: it holds what people told the site. Names have a folder or two before them at most. */
export async function startBackup(folder: string): Promise<BackupWriter> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const folders = new Set([folder])
  const sums = createWriteStream(path.join(folder, sumsName), { flags: 'wx', mode: 0o600, flush: true })
  const seal = createHash('sha256')

  return {
    async write(name, bytes) {
      const file = path.join(folder, name)
      for (let above = path.dirname(file); above !== folder; above = path.dirname(above)) folders.add(above)
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      const { sha256, size } = await save(file, bytes)
      const listed = `${sha256}  ${name}\n`
      if (!line.test(listed.trimEnd())) throw new Error(`${name} is no name for a file of a backup`)
      seal.update(listed)
      if (!sums.write(listed)) await once(sums, 'drain')
      return size
    },

    async finish() {
      await new Promise<void>((resolve, reject) => void sums.on('error', reject).end(resolve))
      await save(path.join(folder, sealName), [Buffer.from(sealOf(seal.digest('hex')))])
      for (const made of [...folders].toReversed()) await syncFolder(made)
    },
  }
}

async function save(file: string, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  const sha256 = createHash('sha256')
  let size = 0
  const handle = await open(file, 'wx', 0o600)
  try {
    for await (const chunk of bytes) {
      sha256.update(chunk)
      size += chunk.length
      await handle.writeFile(chunk)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { sha256: sha256.digest('hex'), size }
}

/** Names, too, are to outlive a power cut. */
export async function syncFolder(folder: string) {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Reads all of a backup, and throws unless it is to the byte what was written: nothing changed, missing or added. */
export async function checkBackup(folder: string, onProgress: (files: number) => void) {
  const seal = await readFile(path.join(folder, sealName), 'utf8').catch(notWhole)
  const sums = path.join(folder, sumsName)
  if (seal !== sealOf(await hashOf(sums).catch(notWhole))) throw new BackupError(`${sumsName} was changed.`)

  let listed = 0
  for await (const batch of batches(linesOf(sums), 64)) {
    await Promise.all(batch.map((entry) => fewAtOnce(() => checkFile(folder, entry))))
    listed += batch.length
    onProgress(listed)
  }

  // Every file of the list is there. What is there besides shows in their number, and needs no memory for the names.
  const there = await countFiles(folder)
  if (there !== listed + 2) throw new BackupError(`It holds ${there - listed - 2} files that are not its own.`)
}

const fewAtOnce = bounded(4)

async function checkFile(folder: string, entry: string) {
  const [, sha256, name] = line.exec(entry) ?? []
  if (!name) throw new BackupError(`${sumsName} was changed.`)
  const found = await hashOf(path.join(folder, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new BackupError(`${name} is missing.`)
    throw error
  })
  if (found !== sha256) throw new BackupError(`${name} was changed.`)
}

async function hashOf(file: string) {
  const sha256 = createHash('sha256')
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) sha256.update(chunk)
  return sha256.digest('hex')
}

async function countFiles(folder: string) {
  let count = 0
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isDirectory()) count++
  }
  return count
}

function notWhole(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOENT') throw error
  throw new BackupError('This is no backup, or one that was never finished.')
}

/** Of a text of any length, without a line feed. */
export const linesOf = (file: string): AsyncIterable<string> => createInterface({ input: createReadStream(file) })

export async function* batches<T>(all: AsyncIterable<T>, size: number) {
  let batch: T[] = []
  for await (const one of all) {
    batch.push(one)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
