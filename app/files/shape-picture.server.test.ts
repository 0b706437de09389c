import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { testFolder } from '#tests/support/folder.ts'
import { blackPng } from '#tests/support/pictures.ts'

import { fileProblemText } from './file-rules.ts'
import { shapePicture } from './shape-picture.server.ts'

const tallest = blackPng(1, 40_000_000) // 155 kB, which would take half a minute

function fileOf(picture: Buffer) {
  const file = path.join(testFolder(), 'sent')
  writeFileSync(file, picture)
  return { file, folder: path.dirname(file) }
}

test('a side that is too long is refused at once, and the message names the limit', async () => {
  const { file, folder } = fileOf(tallest)
  const started = performance.now()
  expect(await shapePicture(file, folder)).toEqual({ problem: 'side too long' })
  expect(performance.now() - started).toBeLessThan(1_000)
  expect(fileProblemText('side too long', {})).toBe('A side of the picture is too long: 12,000 pixels at most')
})

test('a side of just the limit is taken', async () => {
  const { file, folder } = fileOf(blackPng(12_000, 100))
  expect(await shapePicture(file, folder)).toMatchObject({ width: 1_024, height: 9 })
})

test('a picture that takes too long to decode is given up, and the next one has its turn', async () => {
  const slow = fileOf(tallest)
  const before = process.cpuUsage()
  const given = { maxSeconds: 1, sizeProblem: () => null }
  expect(await shapePicture(slow.file, slow.folder, given)).toEqual({ problem: 'not a picture' })
  const { user } = process.cpuUsage(before) // on a busy machine it waits, but works no more than this
  expect(user / 1_000_000).toBeLessThan(10)
  const { file, folder } = fileOf(blackPng(100, 100))
  expect(await shapePicture(file, folder)).toMatchObject({ width: 100 })
}, 60_000)
