import { expect, test } from 'vitest'

import { aBook, aNote, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { findClassNames } from './class-names.server.ts'

const { db } = await freshDatabase()

test('classes are suggested as most sellers call them; what one alone says is not', async () => {
  const [one, two, three] = [await aStudent(db), await aStudent(db), await aStudent(db)]
  for (const seller of [one, two, three]) await aNote(db, seller, { className: 'HS 2nd Year' })
  for (const seller of [one, two]) await aBook(db, seller, { className: 'Class X' })
  for (let n = 0; n < 4; n++) await aBook(db, three, { className: 'Buy at my shop' })
  await aBook(db, one, { className: null })
  await aBook(db, two, { className: null })
  expect(await findClassNames(db)).toEqual(['HS 2nd Year', 'Class X'])
})
