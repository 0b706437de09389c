import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { hashBeginning, hashLength } from './common-password-rules.ts'

const listed = 10_000

/** By the beginning of the hash. Read when first asked for. */
let byBeginning: Map<string, string[]> | null = null

/** The hashes of the 10,000 most common passwords that begin so. */
export function findCommonHashes(beginning: string) {
  byBeginning ??= Map.groupBy(readHashes(), (one) => one.slice(0, hashBeginning))
  return byBeginning.get(beginning) ?? []
}

function readHashes() {
  const file = new URL(import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json'))
  const mostCommonFirst = JSON.parse(readFileSync(file, 'utf8')) as string[]
  return mostCommonFirst.slice(0, listed).map((password) => hash('sha256', password, 'hex').slice(0, hashLength))
}
