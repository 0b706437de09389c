import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import path from 'node:path'

import type { Storage } from '#app/files/storage/storage.server.ts'

import type { StorageFolder } from './file-rules.ts'

/** The client disconnected before it had sent the whole body. */
export class CutOffError extends Error {}

/** Runs `work` with a new temporary folder, which is deleted afterwards. */
export async function inTemporaryFolder<T>({ temporaryFolder }: Storage, work: (folder: string) => Promise<T>) {
  await mkdir(temporaryFolder, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(path.join(temporaryFolder, 'sent-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Counts the bytes itself: the declared length is not trusted. */
export async function saveBytes(bytes: AsyncIterable<Uint8Array>, file: string, maxBytes: number) {
  const handle = await open(file, 'wx', 0o600)
  try {
    let size = 0
    for await (const chunk of untilCutOff(bytes)) {
      size += chunk.length
      if (size > maxBytes) return 'too large'
      await handle.writeFile(chunk)
    }
    return { size }
  } finally {
    await handle.close()
  }
}

async function* untilCutOff(bytes: AsyncIterable<Uint8Array>) {
  try {
    yield* bytes
  } catch (cause) {
    throw new CutOffError('The sender left', { cause })
  }
}

export async function sha256OfFile(file: string) {
  const digest = createHash('sha256')
  for await (const chunk of createReadStream(file)) digest.update(chunk as Buffer)
  return digest.digest()
}

/** The 128 random bits make the key unguessable: knowing it is the permission to take the file. */
export function newKey(folder: StorageFolder, name: string, ending: 'jpg' | 'pdf') {
  const slug = slugOf(name) || (ending === 'jpg' ? 'picture' : 'document')
  return `${folder}/${Date.now()}_${randomBytes(16).toString('hex')}_${slug}.${ending}`
}

function slugOf(name: string) {
  return name
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-|-$/g, '')
}
