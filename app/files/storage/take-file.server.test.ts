import { expect, test } from 'vitest'

import { freshDatabase } from '#tests/support/database.ts'
import { aPendingPdf } from '#tests/support/pdfs.ts'
import { aPendingPicture, testStorage } from '#tests/support/pictures.ts'

import { dropFiles } from './drop-files.server.ts'
import { takeFile } from './take-file.server.ts'

const { db } = await freshDatabase()
const pendingKey = () => aPendingPicture(db, testStorage())

test('a file is taken once', async () => {
  const key = await pendingKey()
  expect(await takeFile(db, key, 'images')).toBe(true)
  expect(await takeFile(db, key, 'images')).toBe(false)
})

test('of two concurrent takes of a file one succeeds', async () => {
  const key = await pendingKey()
  const taken = await Promise.all([takeFile(db, key, 'images'), takeFile(db, key, 'images')])
  expect(taken.toSorted()).toEqual([false, true])
})

test('a file of another folder is not taken', async () => {
  const key = await pendingKey()
  expect(await takeFile(db, key, 'Bookstores')).toBe(false)
  expect(await takeFile(db, key, 'images')).toBe(true)
})

test('a PDF is taken from its own folder, once', async () => {
  const key = await aPendingPdf(db, testStorage())
  expect(await takeFile(db, key, 'images')).toBe(false)
  expect(await takeFile(db, key, 'uploads')).toBe(true)
  expect(await takeFile(db, key, 'uploads')).toBe(false)
})

test('a missing or dropped file is not taken', async () => {
  expect(await takeFile(db, 'images/none.jpg', 'images')).toBe(false)
  expect(await takeFile(db, '', 'images')).toBe(false)
  const key = await pendingKey()
  await dropFiles(db, [key])
  expect(await takeFile(db, key, 'images')).toBe(false)
})

test('after a rollback the file can be taken again', async () => {
  const key = await pendingKey()
  const failing = db.transaction().execute(async (transaction) => {
    expect(await takeFile(transaction, key, 'images')).toBe(true)
    throw new Error('phone taken')
  })
  await expect(failing).rejects.toThrow('phone taken')
  expect(await takeFile(db, key, 'images')).toBe(true)
})
