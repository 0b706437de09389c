import { rmSync } from 'node:fs'
import path from 'node:path'

import { onTestFinished } from 'vitest'

import { isInhabited } from '#server/postgres/postgres-home.ts'

import { temporaryFolder } from './postgres.ts'
import { until } from './until.ts'

/** A folder for one test, removed after it. */
export function testFolder() {
  const folder = temporaryFolder()
  onTestFinished(() => removeFolder(folder))
  return folder
}

/** Removes a folder once the PostgreSQL in it, which a killed server leaves behind, has ended. */
export async function removeFolder(folder: string) {
  await until(() => !isInhabited(path.join(folder, 'pg')))
  rmSync(folder, { recursive: true, force: true })
}
