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

test('a side that is too long is refused at once, and the message names the limit', async () => {
  const { file, folder } = fileOf(tallest)
  const started = performance.now()
  expect(await reencodePicture(file, folder)).toEqual({ problem: 'side too long' })
  expect(performance.now() - started).toBeLessThan(1_000)
  expect(fileProblemText('side too long', {})).toBe('A side of the picture is too long: 12,000 pixels at most')
})

test('a side of exactly the limit is accepted', async () => {
  const { file, folder } = fileOf(blackPng(12_000, 100))
  expect(await reencodePicture(file, folder)).toMatchObject({ width: 1_024, height: 9 })
})

test('a picture that takes too long to decode is given up and does not block the next one', async () => {
  const slow = fileOf(tallest)
  const before = process.cpuUsage()
  const given = { maxSeconds: 1, sizeProblem: () => null }
  expect(await reencodePicture(slow.file, slow.folder, given)).toEqual({ problem: 'not a picture' })
  const { user } = process.cpuUsage(before) // CPU time, which does not grow on a busy machine
  expect(user / 1_000_000).toBeLessThan(10)
  const { file, folder } = fileOf(blackPng(100, 100))
  expect(await reencodePicture(file, folder)).toMatchObject({ width: 100 })
}, 60_000)
