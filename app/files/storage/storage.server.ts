import { chmodSync, statSync } from 'node:fs'
import path from 'node:path'

import type { Config } from '#app/platform/config.server.ts'
import type { Log } from '#app/platform/log.server.ts'

import { diskDriver } from './disk-driver.server.ts'
import { checkBucket, s3Driver } from './s3-driver.server.ts'
import type { StorageDriver } from './storage-driver.ts'

export interface Storage extends StorageDriver {
  /** For uploads in progress; the sweep removes what a crash leaves there. */
  temporaryFolder: string
  log: Log
}

type StorageConfig = Pick<Config, 'dataDir' | 'filesUrl' | 'awsKey'> & Partial<Pick<Config, 'filesPublicUrl'>>

/** Throws a one-line message if the storage cannot be used. */
export async function checkStorage({ filesUrl, awsKey }: Pick<Config, 'filesUrl' | 'awsKey'>) {
  if (filesUrl && awsKey) await checkBucket(filesUrl, awsKey)
}

export function createStorage({ dataDir, filesUrl, filesPublicUrl = null, awsKey }: StorageConfig, log: Log): Storage {
  const folder = path.join(dataDir, 'files')
  const temporaryFolder = path.join(folder, '.incoming')
  makePrivate(folder, log)
  if (!filesUrl) return { ...diskDriver(folder, temporaryFolder), temporaryFolder, log }

  if (!awsKey) throw new Error('FILES_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  return { ...s3Driver(filesUrl, awsKey, filesPublicUrl), temporaryFolder, log }
}

/**
 * Other accounts of the machine must not read PDFs. The folder's mode also protects files that were stored before this
 * rule.
 */
function makePrivate(folder: string, log: Log) {
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode
  if (mode === undefined || (mode & 0o077) === 0) return
  try {
    chmodSync(folder, 0o700)
  } catch (err) {
    log.warn({ err }, 'the folder of the files is open to other accounts of this machine')
  }
}
