import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { fileProblemText } from '#app/files/file-rules.ts'
import { testFolder } from '#tests/support/folder.ts'
import { blackPng } from '#tests/support/pictures.ts'

import { reencodePicture } from './reencode-picture.server.ts'

const tallest = blackPng(1, 40_000_000) // 155 kB that would take half a minute to decode

function fileOf(picture: Buffer) {
  const file = path.join(testFolder(), 'sent')
  writeFileSync(file, picture)
  return { file, folder: path.dirname(file) }
}

test('a side that is too long is refused before it is decoded, and the message names the limit', async () => {
  const { file, folder } = fileOf(tallest)
  // Decoding would be given up after a second, with another problem.
  expect(await reencodePicture(file, folder, { maxSeconds: 1 })).toEqual({ problem: 'side too long' })
  expect(fileProblemText('side too long', {})).toBe('A side of the picture is too long: 12,000 pixels at most')
})

test('a side of exactly the limit is accepted', async () => {
  const { file, folder } = fileOf(blackPng(12_000, 100))
  expect(await reencodePicture(file, folder)).toMatchObject({ width: 1_024, height: 9 })
})

test('a picture that takes too long to decode is given up and does not block the next one', async () => {
  const slow = fileOf(tallest)
  const given = { maxSeconds: 1, sizeProblem: () => null }
  expect(await reencodePicture(slow.file, slow.folder, given)).toEqual({ problem: 'not a picture' })
  const { file, folder } = fileOf(blackPng(100, 100))
  expect(await reencodePicture(file, folder)).toMatchObject({ width: 100 })
})
