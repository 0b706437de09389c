import { randomUUID } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { chmod, copyFile, type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'

import type { StorageDriver } from './storage-driver.ts'
import { checkKey } from './storage-keys.server.ts'

/** The temporary folder must be on the same file system: a rename makes the whole file appear under its key at once. */
export function diskDriver(folder: string, temporaryFolder: string): StorageDriver {
  function pathOf(key: string) {
    checkKey(key)
    return path.join(folder, key)
  }

  return {
    async put(key, file) {
      const target = pathOf(key)
      const partial = path.join(temporaryFolder, randomUUID())
      await mkdir(temporaryFolder, { recursive: true, mode: 0o700 })
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      try {
        await copyFile(file, partial)
        await chmod(partial, 0o600) // copyFile keeps the mode of its source
        await sync(partial)
        await rename(partial, target)
        await sync(path.dirname(target)) // so that the directory entry survives a power cut
      } finally {
        await rm(partial, { force: true })
      }
    },

    async open(key) {
      const handle = await open(pathOf(key)).catch(nullIfMissing)
      if (!handle) return null
      const { size } = await handle.stat()
      return { size, stream: streamOf(handle) }
    },

    signedAddress: () => Promise.resolve(null),

    async openPart(key, range) {
      const handle = await open(pathOf(key)).catch(nullIfMissing)
      if (!handle) return null
      const { size } = await handle.stat()
      const start = range.start < 0 ? Math.max(0, size + range.start) : range.start
      const end = Math.min(range.end ?? size - 1, size - 1)
      if (start > end) {
        await handle.close()
        return 'out of range'
      }
      return { size, start, end, stream: streamOf(handle, { start, end }) }
    },

    remove: (key) => rm(pathOf(key), { force: true }),

    async *list() {
      for (const part of await readdir(folder, { withFileTypes: true }).catch(noneIfMissing)) {
        if (!part.isDirectory() || path.join(folder, part.name) === temporaryFolder) continue
        const names = await readdir(path.join(folder, part.name))
        for (let at = 0; at < names.length; at += listSize) {
          yield await Promise.all(
            names.slice(at, at + listSize).map(async (name) => {
              const { size, mtime } = await stat(path.join(folder, part.name, name))
              return { key: `${part.name}/${name}`, bytes: size, storedAt: mtime }
            }),
          )
        }
      }
    },
  }
}

const listSize = 1_000

function streamOf(handle: FileHandle, part: { start?: number; end?: number } = {}) {
  return Readable.toWeb(handle.createReadStream(part)) as ReadableStream<Uint8Array<ArrayBuffer>>
}

async function sync(file: string) {
  const handle = await open(file)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function noneIfMissing(error: NodeJS.ErrnoException): Dirent[] {
  if (error.code === 'ENOENT') return []
  throw error
}

function nullIfMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return null
  throw error
}
