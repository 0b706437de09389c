import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, opendir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'

import { bounded } from '#app/platform/bounded.server.ts'

/** Hashes in the format of `sha256sum`. The second file holds the hash of the first, and is written last. */
const sumsName = 'SHA256SUMS'
const sumsHashName = 'SHA256SUMS.sha256'
const sumsLine = /^([0-9a-f]{64}) {2}((?:[\w-]+\/){0,2}[\w-]+\.\w+)$/

const sumsHashLine = (sha256: string) => `${sha256}  ${sumsName}\n`

/** A problem of the backup or of the restore's target, worded for the operator. */
export class BackupError extends Error {}

export interface BackupWriter {
  /** Resolves to the size in bytes, after fsync. */
  write: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<number>
  /** Writes the hashes: before this the folder is no valid backup. */
  finish: () => Promise<void>
}

/** Readable by its owner only, as it contains personal data. Names have at most two folders. */
export async function startBackup(folder: string): Promise<BackupWriter> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const folders = new Set([folder])
  const sums = createWriteStream(path.join(folder, sumsName), { flags: 'wx', mode: 0o600, flush: true })
  const sumsHash = createHash('sha256')

  return {
    async write(name, bytes) {
      const file = path.join(folder, name)
      for (let above = path.dirname(file); above !== folder; above = path.dirname(above)) folders.add(above)
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      const { sha256, size } = await save(file, bytes)
      const listed = `${sha256}  ${name}\n`
      if (!sumsLine.test(listed.trimEnd())) throw new Error(`${name} is no name for a file of a backup`)
      sumsHash.update(listed)
      if (!sums.write(listed)) await once(sums, 'drain')
      return size
    },

    async finish() {
      await new Promise<void>((resolve, reject) => void sums.on('error', reject).end(resolve))
      await save(path.join(folder, sumsHashName), [Buffer.from(sumsHashLine(sumsHash.digest('hex')))])
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

/** Makes new directory entries survive a power cut. */
export async function syncFolder(folder: string) {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Throws unless all hashes match and no file is missing or added. */
export async function checkBackup(folder: string, onProgress: (files: number) => void) {
  const sumsHash = await readFile(path.join(folder, sumsHashName), 'utf8').catch(throwUnfinished)
  const sums = path.join(folder, sumsName)
  if (sumsHash !== sumsHashLine(await hashOf(sums).catch(throwUnfinished)))
    throw new BackupError(`${sumsName} was changed.`)

  let listed = 0
  for await (const batch of batches(linesOf(sums), 64)) {
    await Promise.all(batch.map((entry) => fewAtOnce(() => checkFile(folder, entry))))
    listed += batch.length
    onProgress(listed)
  }

  // All listed files exist, so additional ones show in the count, without holding all names in memory.
  const there = await countFiles(folder)
  if (there !== listed + 2) throw new BackupError(`It holds ${there - listed - 2} files that are not its own.`)
}

const fewAtOnce = bounded(4)

async function checkFile(folder: string, entry: string) {
  const [, sha256, name] = sumsLine.exec(entry) ?? []
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

function throwUnfinished(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOENT') throw error
  throw new BackupError('This is no backup, or one that was never finished.')
}

/** Streams the lines of a file, without line feeds. */
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
