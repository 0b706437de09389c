import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { legalPaths } from '#app/access/paths.ts'
import type { Config } from '#app/platform/config.server.ts'
import { reasonOf } from '#app/platform/reason.ts'

import type { LegalTexts } from './legal-text.ts'
import { readMarkdown } from './read-markdown.server.ts'

const ownFolder = path.resolve(import.meta.dirname, '../../docs/legal')

type Configured = Pick<Config, 'dataDir' | 'siteName' | 'supportEmail' | 'supportPhone' | 'grievanceOfficer'>

/** Reads the texts of the legal pages: of each the file in the data folder, if the operator has put one there. */
export async function loadLegalTexts(config: Configured) {
  const { dataDir, siteName, supportEmail, supportPhone, grievanceOfficer: officer } = config
  const words = {
    siteName,
    supportEmail,
    supportPhone,
    officerName: officer.name,
    officerAddress: officer.address,
    officerEmail: officer.email,
    officerPhone: officer.phone,
    officerHours: officer.hours,
  }
  const texts = legalPaths.map(async (page) => {
    const name = `${page.slice(1)}.md`
    const { file, source } = await readFirst([path.join(dataDir, 'legal', name), path.join(ownFolder, name)])
    try {
      return [page, readMarkdown(source, words)] as const
    } catch (error) {
      throw new Error(`${file}: ${reasonOf(error)}`, { cause: error })
    }
  })
  return Object.fromEntries(await Promise.all(texts)) as LegalTexts
}

async function readFirst([file, ...others]: string[]): Promise<{ file: string; source: string }> {
  try {
    return { file: file!, source: await readFile(file!, 'utf8') }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && others.length > 0) return readFirst(others)
    throw error
  }
}
