import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import path from 'node:path'

import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'

import { removeFolder, testFolder } from '#tests/support/folder.ts'
import { until, untilHolds } from '#tests/support/until.ts'

import { isInhabited } from './postgres-home.ts'
import { type Postgres, startPostgres } from './postgres.ts'

const isRoot = process.getuid!() === 0
const nobody = 65_534
/** Whether other accounts may enter the folders that lead to this checkout. Below one that they may not, nothing here runs as another. */
const mayOthersEnter =
  isRoot && spawnSync(process.execPath, ['-e', ''], { uid: nobody, gid: nobody, cwd: '/' }).status === 0
if (isRoot && !mayOthersEnter)
  console.warn(`Other accounts may not enter ${process.cwd()}: what runs as one is skipped.`)
const running: Postgres[] = []
afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop()
})

async function start(folder: string) {
  const postgres = await startPostgres(folder)
  running.push(postgres)
  return postgres
}

async function query<T extends pg.QueryResultRow>(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}

const postmasterOf = (folder: string) =>
  Number.parseInt(readFileSync(path.join(folder, 'pg/postmaster.pid'), 'utf8'), 10)

test('PostgreSQL listens on a socket in a folder of mode 700, and on no port', async () => {
  const folder = testFolder()
  const postgres = await start(folder)
  expect(statSync(path.join(folder, 'run')).mode & 0o777).toBe(0o700)
  expect(statSync(path.join(folder, 'pg')).mode & 0o777).toBe(0o700)
  expect(await query(postgres.url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  expect(await query(postgres.url, 'show fsync')).toEqual([{ fsync: 'on' }])
})

test('PostgreSQL works in a folder of mode 700 and under a path too long for a socket', async () => {
  const folder = path.join(testFolder(), 'a-folder-with-a-long-name/'.repeat(6), 'closed')
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o700)
  const postgres = await start(folder)
  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a second start on the same folder is refused and names the process that has it', async () => {
  const folder = testFolder()
  await start(folder)
  await expect(startPostgres(folder)).rejects.toThrow(`${folder} is in use by process ${process.pid}`)
})

test('many starts at once: one wins, the others are refused', async () => {
  const folder = testFolder()
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => start(folder)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a restart reports an existing database, and finds its data', async () => {
  const folder = testFolder()
  const first = await startPostgres(folder)
  expect(first.isNew).toBe(true)
  await query(first.url, 'create table kept (n int); insert into kept values (7)')
  await first.stop()
  expect(isInhabited(path.join(folder, 'pg'))).toBe(false)

  const second = await start(folder)
  expect(second.isNew).toBe(false)
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }])
})

test('a killed PostgreSQL is restarted and has lost nothing', async () => {
  const folder = testFolder()
  const postgres = await start(folder)
  await query(postgres.url, 'create table kept (n int); insert into kept values (7)')
  process.kill(postmasterOf(folder), 'SIGKILL')
  await until(() => !postgres.isUp(), { everyMs: 5 })
  await until(() => postgres.isUp())
  expect(await query(postgres.url, 'select n from kept')).toEqual([{ n: 7 }])
})

test('after a crash of one connection the whole PostgreSQL is restarted, and takes connections again', async () => {
  const folder = testFolder()
  const { url } = await start(folder)
  const before = postmasterOf(folder)
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  process.kill(rows[0]!.pid, 'SIGKILL')
  await untilHolds(() => expect(query(url, 'select 1 as one')).resolves.toEqual([{ one: 1 }]))
  expect(postmasterOf(folder)).not.toBe(before)
})

test('a stale pid file whose pid belongs to another program does not prevent a start', async () => {
  const folder = testFolder()
  await (await startPostgres(folder)).stop()
  const pidFile = path.join(folder, 'pg/postmaster.pid')
  spawnSync('sh', ['-c', `echo ${process.pid} > "$0"`, pidFile])
  const postgres = await start(folder)
  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

/** Runs PostgreSQL in a child process until `kill`. */
function startInChild(folder: string, { env = process.env, uid = process.getuid!(), gid = process.getgid!() } = {}) {
  const program = `
    const { startPostgres } = await import('${import.meta.dirname}/postgres.ts')
    const postgres = await startPostgres('${folder}')
    console.log(postgres.url)
    setInterval(() => {}, 1_000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { env, uid, gid, cwd: '/' })
  const url = new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => resolve(chunk.toString().trim()))
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.once('exit', () => reject(new Error(said)))
  })
  const kill = () => {
    child.removeAllListeners('exit')
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    return gone
  }
  return { url, kill }
}

test('after a SIGKILL of the parent process the next start works', async () => {
  const folder = testFolder()
  const other = startInChild(folder)
  await query(await other.url, 'create table kept (n int); insert into kept values (7)')
  await other.kill()
  const postgres = await start(folder)
  expect(await query(postgres.url, 'select n from kept')).toEqual([{ n: 7 }])
})

describe.runIf(isRoot)('as root', () => {
  /** An environment whose PATH has no `unshare`, as if user namespaces were refused. */
  function withoutNamespaces() {
    const tools = testFolder()
    for (const tool of ['sh', 'setpriv']) {
      const { stdout } = spawnSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' })
      if (stdout) symlinkSync(stdout.trim(), path.join(tools, tool))
    }
    return { ...process.env, PATH: tools }
  }
  test('without user namespaces the account "nobody" runs it and owns its folder', async () => {
    const folder = testFolder()
    const other = startInChild(folder, { env: withoutNamespaces() })
    expect(await query(await other.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(statSync(path.join(folder, 'pg')).uid).toBe(nobody)
    expect(statSync(`/proc/${postmasterOf(folder)}`).uid).toBe(nobody)
    await other.kill()
  })

  test('data that root created changes its owner when user namespaces are refused later', async () => {
    const folder = testFolder()
    const first = await startPostgres(folder)
    await query(first.url, 'create table kept (n int); insert into kept values (7)')
    await first.stop()

    const other = startInChild(folder, { env: withoutNamespaces() })
    expect(await query(await other.url, 'select n from kept')).toEqual([{ n: 7 }])
    await other.kill()
    const again = await start(folder)
    expect(await query(again.url, 'select n from kept')).toEqual([{ n: 7 }])
    expect(statSync(path.join(folder, 'pg')).uid).toBe(nobody)
  })

  test('if "nobody" may not enter the folder, the data moves to one that it may', async () => {
    const folder = testFolder()
    chmodSync(folder, 0o700)
    const first = await startPostgres(folder)
    await query(first.url, 'create table kept (n int); insert into kept values (7)')
    await first.stop()

    const other = startInChild(folder, { env: withoutNamespaces() })
    const url = await other.url
    expect(await query(url, 'select n from kept')).toEqual([{ n: 7 }])
    const [{ data_directory: moved } = { data_directory: '' }] = await query<{ data_directory: string }>(
      url,
      'show data_directory',
    )
    expect(moved).not.toContain(folder)
    await other.kill()
    await removeFolder(path.dirname(moved))
  })

  test.runIf(mayOthersEnter)('an ordinary user runs it in a folder of mode 700', async () => {
    const folder = testFolder()
    chmodSync(folder, 0o700)
    chownSync(folder, nobody, nobody)
    const other = startInChild(folder, { uid: nobody, gid: nobody })
    expect(await query(await other.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await other.kill()
  })
})
