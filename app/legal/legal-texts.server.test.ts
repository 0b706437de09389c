import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { legalPaths } from '#app/access/paths.ts'
import { sessionDays } from '#app/accounts/account-rules.ts'
import { securityDays } from '#app/audit/audit-rules.ts'
import { clockOf, contactDays, type Deal, type OrderState, rulesOf } from '#app/orders/order-rules.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { ratingDays } from '#app/ratings/rating-rules.ts'
import { ticketClocks } from '#app/tickets/ticket-rules.ts'
import { testFolder } from '#tests/support/folder.ts'

import type { Block, Inline, LegalText } from './legal-text.ts'
import { loadLegalTexts } from './legal-texts.server.ts'

const textOf = ({ blocks }: LegalText) => blocks.map(wordsOf).join('\n')
const wordsOf = (block: Block): string =>
  block.is === 'list' ? block.items.map((item) => item.map(wordsOf).join('\n')).join('\n') : plain(block.words)
const plain = (words: Inline[]): string =>
  words.map((one) => (typeof one === 'string' ? one : plain(one.words))).join('')

const officer = 'Rina Das; House 7, Panbazar; rina@a.example; 98640 00000; Monday to Friday, 10 to 5'
const env = { SITE_NAME: 'Pothighar', SUPPORT_EMAIL: 'help@a.example', GRIEVANCE_OFFICER: officer }

test('our texts are drafts, say so, and are complete with what the configuration says', async () => {
  const texts = await loadLegalTexts(readConfig({ ...env, DATA_DIR: testFolder() }))
  expect(Object.keys(texts)).toEqual(legalPaths)
  for (const text of Object.values(texts)) {
    expect(text.draft).toBe('Draft. Have a lawyer read it before the site opens.')
    expect(textOf(text)).toContain('Pothighar')
    expect(textOf(text)).not.toMatch(/[{}]|Puthi/)
  }
  for (const part of officer.split('; ')) expect(textOf(texts['/grievances'])).toContain(part)
})

test('a file of the same name in the data folder wins, one by one', async () => {
  const dataDir = testFolder()
  mkdirSync(path.join(dataDir, 'legal'))
  writeFileSync(path.join(dataDir, 'legal/terms.md'), '# Our terms\n\nBe kind on {siteName}.\n')
  const texts = await loadLegalTexts(readConfig({ ...env, DATA_DIR: dataDir }))
  expect(texts['/terms']).toEqual({
    title: 'Our terms',
    draft: null,
    blocks: [{ is: 'paragraph', words: ['Be kind on Pothighar.'] }],
  })
  expect(texts['/privacy'].title).toBe('Privacy notice')
})

test('a text that cannot be read is refused with the name of its file', async () => {
  const dataDir = testFolder()
  mkdirSync(path.join(dataDir, 'legal/privacy.md'), { recursive: true })
  await expect(loadLegalTexts(readConfig({ DATA_DIR: dataDir }))).rejects.toThrow('EISDIR')
})

/** After how many days the clock ends an order that stays in its state. */
const endDays = (deal: Deal, state: OrderState) => clockOf(deal, state).at(-1)!.after / 24

test('the figures in our texts are those of the rules', async () => {
  const texts = await loadLegalTexts(readConfig({ DATA_DIR: testFolder() }))
  const [terms, privacy, returns] = [textOf(texts['/terms']), textOf(texts['/privacy']), textOf(texts['/returns'])]
  for (const text of [terms, privacy]) expect(text).toContain(`until ${contactDays} days after the end of the order`)
  expect(returns).toContain(`until ${contactDays} days after its end`)
  expect(privacy).toContain(
    `A log-in ends ${sessionDays.unused} days after its last use, and ${sessionDays.most} days after it began`,
  )
  expect(privacy).toContain(`the deletion of an account, for ${securityDays} days`)
  expect(textOf(texts['/grievances'])).toContain(`Within ${ticketClocks.answerHours} hours: a first answer`)
  expect(ticketClocks.endMonths).toBe(1)
  expect(textOf(texts['/grievances'])).toContain('Within one month: an end')
  expect(terms).toContain(`rate each other within ${ratingDays} days of a completed order`)

  const problemDays = (deal: Deal) => rulesOf('report problem').within!.completed![deal] / 24
  expect(problemDays('stock')).toBe(problemDays('copy'))
  expect(returns).toContain(
    `within ${problemDays('copy')} days of its completion; of PDFs within ${problemDays('file')}`,
  )

  for (const deal of ['copy', 'stock'] as const) {
    expect(terms).toContain(`not answered by the seller within ${endDays(deal, 'placed')} days: the order expires`)
    expect(terms).toContain(`not sent within ${endDays(deal, 'packing')} days of acceptance`)
    expect(terms).toContain(`sent, and for ${endDays(deal, 'sent')} days neither received nor reported`)
  }
  expect(terms).toContain(`not ready at the store within ${endDays('stock', 'preparing')} days`)
  expect(terms).toContain(`no meeting within ${endDays('copy', 'meeting')} days`)
  expect(terms).toContain(`not collected within ${endDays('stock', 'ready')} days of being ready`)
  expect(terms).toContain(`PDFs not paid for within ${endDays('file', 'placed')} days`)
})
