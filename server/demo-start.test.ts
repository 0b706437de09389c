import { spawnSync } from 'node:child_process'
import path from 'node:path'

import { expect, test } from 'vitest'

import { testFolder } from '#tests/support/folder.ts'
import { databaseIn, isReady, start } from '#tests/support/test-server.ts'
import { until } from '#tests/support/until.ts'

async function accountsIn(folder: string) {
  const db = databaseIn(folder)
  const accounts = await db.selectFrom('accounts').select('id').execute()
  await db.destroy()
  return accounts.length
}

function endDemo(folder: string) {
  const env = { PATH: process.env.PATH, DATA_DIR: folder }
  const { stdout, stderr } = spawnSync(process.execPath, ['scripts/end-demo.ts'], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env,
    encoding: 'utf8',
  })
  return stdout + stderr
}

test('a new folder gets a database and demo data, and the addresses are printed', async () => {
  const server = await start({ DATA_DIR: testFolder(), DEMO: '' })
  expect(await isReady(server.address)).toBe(true)
  await until(() => server.output().includes('/slogin'))
  expect(server.output()).toMatch(
    /Demo accounts \(password \S+\):\n {2}student \d{10} at \/login\n {2}store {3}\d{10} at/,
  )
})

test('demo data stays away from a server that others can reach, and wherever it is switched off', async () => {
  const published = await start({ DATA_DIR: testFolder(), DEMO: '', HOST: '0.0.0.0' })
  expect(published.output()).not.toContain('Demo accounts')
  const quiet = await start({ DATA_DIR: testFolder(), DEMO: 'off' })
  expect(quiet.output()).not.toContain('Demo accounts')
})

test.for([{ PUBLIC_URL: 'https://puthi.example' }, { TRUST_PROXY: 'on' }])(
  'behind a proxy (%o) a new database on loopback stays without demo accounts',
  async (env) => {
    const folder = testFolder()
    const server = await start({ DATA_DIR: folder, DEMO: '', ...env })
    expect(server.output()).not.toContain('Demo accounts')
    expect(await accountsIn(folder)).toBe(0)
  },
)

test('where others can reach demo accounts, each start warns of them until they are ended', async () => {
  const folder = testFolder()
  const alone = await start({ DATA_DIR: folder, DEMO: '' })
  await until(() => alone.output().includes('/slogin'))
  expect(alone.output()).not.toContain('WARNING')
  await alone.stop()

  const warning = 'its 12 demo accounts have a published password'
  const warned = async (env: Record<string, string>) => {
    const server = await start({ DATA_DIR: folder, LOG_LEVEL: 'warn', ...env })
    await until(() => server.output().includes('npm run end-demo\n'))
    expect(server.output().split(warning)).toHaveLength(3) // the warning appears twice: printed and logged
    expect(server.output()).toMatch(/"level":"warn".*npm run end-demo/)
    return server
  }
  await (await warned({ DEMO: '', HOST: '0.0.0.0' })).stop()
  const server = await warned({ DEMO: 'on', PUBLIC_URL: 'https://puthi.example' })
  expect(endDemo(folder)).toBe('Removed 12 demo accounts, with their posts, files, comments and orders.\n')
  expect(await accountsIn(folder)).toBe(0)
  await server.stop()

  expect(endDemo(folder)).toBe('There are no demo accounts in this database.\n') // with no server running
  const ended = await start({ DATA_DIR: folder, DEMO: '', TRUST_PROXY: 'on' })
  expect(await isReady(ended.address)).toBe(true)
  expect(ended.output()).not.toMatch(/Demo accounts|WARNING/)
})
