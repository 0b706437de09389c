import { chmodSync, statSync } from 'node:fs'
import path from 'node:path'

import type { Config } from '#app/platform/config.server.ts'
import type { Log } from '#app/platform/log.server.ts'

import { diskDriver } from './disk-driver.server.ts'
import { checkBucket, s3Driver } from './s3-driver.server.ts'

/** From `start` to `end`, both included; without an end to the last byte. A start below zero counts from the end. */
export interface ByteRange {
  start: number
  end?: number | undefined
}

interface FilePart {
  /** Of the whole file. */
  size: number
  /** As it was found: within the file. */
  start: number
  end: number
  stream: ReadableStream<Uint8Array<ArrayBuffer>>
}

/** Where bytes are kept, by key. What is under a key is whole, and never changes. */
export interface StorageDriver {
  /** Copies a local file there. */
  put: (key: string, file: string) => Promise<void>
  open: (key: string) => Promise<{ size: number; stream: ReadableStream<Uint8Array<ArrayBuffer>> } | null>
  openPart: (key: string, range: ByteRange) => Promise<FilePart | 'out of range' | null>
  /** What is not there counts as removed. */
  remove: (key: string) => Promise<void>
}

export interface Storage extends StorageDriver {
  /** For files on their way in; what is left there by a crash the sweep clears. */
  temporaryFolder: string
  log: Log
}

type StorageConfig = Pick<Config, 'dataDir' | 'filesUrl' | 'awsKey'>

/** Throws one line that says what is wrong with a storage that cannot be used. */
export async function checkStorage({ filesUrl, awsKey }: StorageConfig) {
  if (filesUrl && awsKey) await checkBucket(filesUrl, awsKey)
}

export function createStorage({ dataDir, filesUrl, awsKey }: StorageConfig, log: Log): Storage {
  const folder = path.join(dataDir, 'files')
  const temporaryFolder = path.join(folder, '.incoming')
  closeToOthers(folder, log)
  if (!filesUrl) return { ...diskDriver(folder, temporaryFolder), temporaryFolder, log }

  if (!awsKey) throw new Error('FILES_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  return { ...s3Driver(filesUrl, awsKey), temporaryFolder, log }
}

/**
 * PDFs are for whom the pages let read them, not for other accounts of the machine. Nobody else enters the folder, so that
 * files in it which are older than this rule need not be changed one by one.
 */
function closeToOthers(folder: string, log: Log) {
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode
  if (mode === undefined || (mode & 0o077) === 0) return
  try {
    chmodSync(folder, 0o700)
  } catch (err) {
    log.warn({ err }, 'the folder of the files is open to other accounts of this machine')
  }
}
