import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'

import { expect, onTestFinished, test } from 'vitest'

import { createLog } from '#app/platform/log.server.ts'
import { testFolder } from '#tests/support/folder.ts'
import { filesIn } from '#tests/support/pictures.ts'
import { until } from '#tests/support/until.ts'

import { diskDriver } from './disk-driver.server.ts'
import { createStorage } from './storage.server.ts'

function aDisk() {
  const folder = testFolder()
  const source = path.join(folder, 'source')
  const files = path.join(folder, 'files')
  const incoming = path.join(files, '.incoming')
  writeFileSync(source, 'a picture')
  mkdirSync(incoming, { recursive: true })
  return { ...diskDriver(files, incoming), folder, source, files, incoming }
}

test('other accounts of the machine can read neither new files nor older ones', async () => {
  const dataDir = testFolder()
  const folder = path.join(dataDir, 'files')
  mkdirSync(folder, { mode: 0o755 })
  chmodSync(folder, 0o755)
  const source = path.join(dataDir, 'source')
  writeFileSync(source, 'a PDF')
  chmodSync(source, 0o644)
  const storage = createStorage({ dataDir, filesUrl: null, awsKey: null }, createLog('silent'))
  await storage.put('uploads/a.pdf', source)
  const modeOf = (name: string) => (statSync(path.join(dataDir, name)).mode & 0o777).toString(8)
  expect(['files', 'files/uploads', 'files/.incoming', 'files/uploads/a.pdf'].map(modeOf)).toEqual([
    '700',
    '700',
    '700',
    '600',
  ])
})

test('a stored file can be opened, with its size, until it is removed', async () => {
  const disk = aDisk()
  await disk.put('images/a.jpg', disk.source)
  const found = await disk.open('images/a.jpg')
  expect(found?.size).toBe(9)
  expect(await text(found!.stream)).toBe('a picture')
  expect(filesIn(disk.files)).toEqual(['images/a.jpg'])

  await disk.remove('images/a.jpg')
  expect(await disk.open('images/a.jpg')).toBe(null)
  await disk.remove('images/a.jpg') // again: removing a missing file is no error
})

test('a file that is opened and not read is closed', async () => {
  const disk = aDisk()
  await disk.put('images/a.jpg', disk.source)
  const isOpen = () => openFiles().some((file) => file.startsWith(disk.files))
  const found = await disk.open('images/a.jpg')
  expect(isOpen()).toBe(true)
  await found!.stream.cancel()
  await until(() => !isOpen())
})

test.for([
  [{ start: 2, end: 4 }, 'pic', 2, 4],
  [{ start: 2 }, 'picture', 2, 8],
  [{ start: -4 }, 'ture', 5, 8],
  [{ start: -99 }, 'a picture', 0, 8],
  [{ start: 5, end: 99 }, 'ture', 5, 8],
] as const)('the range %j is read, with its position and the size of the file', async ([range, bytes, start, end]) => {
  const disk = aDisk()
  await disk.put('uploads/a.pdf', disk.source)
  const part = await disk.openPart('uploads/a.pdf', range)
  if (!part || part === 'out of range') throw new Error('no part')
  expect(await text(part.stream)).toBe(bytes)
  expect(part).toMatchObject({ size: 9, start, end })
})

test('a range beyond the file, or of a missing file, is refused and leaves no file open', async () => {
  const disk = aDisk()
  await disk.put('uploads/a.pdf', disk.source)
  expect(await disk.openPart('uploads/a.pdf', { start: 9 })).toBe('out of range')
  expect(await disk.openPart('uploads/none.pdf', { start: 0 })).toBe(null)
  await expect(disk.openPart('uploads/../a.pdf', { start: 0 })).rejects.toThrow('Not a key')
  expect(openFiles().some((file) => file.startsWith(disk.files))).toBe(false)
})

function openFiles() {
  return readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      return '' // closed in the meantime
    }
  })
}

test.for(['../a.jpg', 'images/../../a.jpg', '/etc/a.jpg', 'images/a/b.jpg', 'images/.jpg', 'images/a.sh', 'a.jpg', ''])(
  'the key "%s" is refused',
  async (key) => {
    const disk = aDisk()
    await expect(disk.put(key, disk.source)).rejects.toThrow('Not a key')
    await expect(disk.open(key)).rejects.toThrow('Not a key')
    await expect(async () => disk.remove(key)).rejects.toThrow('Not a key')
    expect(filesIn(disk.folder)).toEqual(['source'])
  },
)

test('a put that fails leaves nothing', async () => {
  const disk = aDisk()
  await expect(disk.put('images/a.jpg', path.join(disk.folder, 'none'))).rejects.toThrow('ENOENT')
  expect(filesIn(disk.files)).toEqual([])
})

test('a process that is killed during a put leaves nothing under the key', async () => {
  const disk = aDisk()
  truncateSync(disk.source, 512 * 1024 * 1024)
  const script = `
    const { diskDriver } = await import('#app/files/storage/disk-driver.server.ts')
    await diskDriver(${JSON.stringify(disk.files)}, ${JSON.stringify(disk.incoming)}).put('images/a.jpg', ${JSON.stringify(disk.source)})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
  onTestFinished(() => void child.kill('SIGKILL'))
  await until(() => readdirSync(disk.incoming).length > 0, { everyMs: 1 })
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(existsSync(path.join(disk.files, 'images/a.jpg'))).toBe(false)
  expect(filesIn(disk.incoming)).toHaveLength(1) // the partial copy, which the sweep removes
})
