import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { totalmem } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { reasonOf } from '#app/platform/reason.ts'

import { takeLock } from './folder-lock.ts'
import { findHome, isInhabited, livesIn, type PostgresHome } from './postgres-home.ts'

export interface Postgres {
  url: string
  /** Whether this start created the database. */
  isNew: boolean
  isUp(): boolean
  stop(): Promise<void>
}

interface Options {
  /** Receives PostgreSQL's own log: starts, crashes, recovery. Never a statement or a value of a row. */
  onMessage?: (line: string) => void
  /** False if data may be lost in a crash, as in tests. */
  isDurable?: boolean
  maxConnections?: number
  /** What it keeps of the tables in memory. */
  bufferMegabytes?: number
}

class FolderInUse extends Error {}

/**
 * Runs PostgreSQL while this process lives, and restarts it if it dies. Unix socket only: no port, no password, and
 * only its owner may enter the socket's folder.
 */
export async function startPostgres(folder: string, options: Options = {}): Promise<Postgres> {
  const home = findHome(folder)
  const lock = await takeLock(home.runDir)
  if ('heldBy' in lock) {
    throw new FolderInUse(
      `${folder} is in use by process ${lock.heldBy}: stop that one first, or set DATA_DIR to another folder.`,
    )
  }

  const isNew = !existsSync(path.join(home.dataDir, 'PG_VERSION'))
  if (isNew) createCluster(home, options)
  home.dataDir = realpathSync(home.dataDir)

  let child = await launch(home, options)
  let isUp = true
  let isStopping = false

  async function supervise() {
    while (!isStopping) {
      await exited(child)
      isUp = false
      for (let attempt = 0; !isStopping && !isUp; attempt++) {
        try {
          child = await launch(home, options)
          isUp = true
        } catch (error) {
          options.onMessage?.(reasonOf(error))
          await sleep(Math.min(100 * 2 ** attempt, 2_000))
        }
      }
    }
    await end(child)
  }
  const supervised = supervise()

  return {
    url: urlOf(home),
    isNew,
    isUp: () => isUp,
    async stop() {
      isStopping = true
      await end(child)
      await supervised
      lock.release()
    },
  }
}

/** Connects to the database of a folder, which a running server may be using; otherwise starts it until `stop`. */
export async function reachPostgres(folder: string): Promise<Pick<Postgres, 'url' | 'stop'>> {
  if (!existsSync(path.join(folder, 'pg/PG_VERSION'))) throw new Error(`There is no database in ${folder}.`)
  try {
    return await startPostgres(folder)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    return { url: urlOf(findHome(folder)), stop: () => Promise.resolve() }
  }
}

const urlOf = ({ runDir }: PostgresHome) => `postgres://puthi@localhost/postgres?host=${encodeURIComponent(runDir)}`

/** Created under a temporary name and renamed, so that an interrupted start leaves no half-made database. */
function createCluster(home: PostgresHome, { isDurable = true }: Options) {
  for (const left of globSync(`${home.dataDir}.new-*`)) rmSync(left, { recursive: true })
  const fresh = `${home.dataDir}.new-${process.pid}`
  home.makeFolder(fresh)
  const { file, args, options } = home.command(home.initdb, [
    '-D',
    fresh,
    '-U',
    'puthi',
    '--auth=trust',
    '--encoding=UTF8',
    isDurable ? '--sync-method=syncfs' : '--no-sync',
    // The same sort order on every machine, whatever its locale.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ])
  const run = spawnSync(file, args, { ...options, encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`The database could not be created: ${run.error?.message ?? run.stderr.trim()}`)
  renameSync(fresh, home.dataDir)
}

/** In megabytes. */
export const quarterOfMemory = Math.round(totalmem() / 4 / 1_048_576)
/** Up to what searching and listing a million posts needs. */
const usualMegabytes = Math.min(320, Math.max(128, quarterOfMemory))

async function launch(
  home: PostgresHome,
  { onMessage, isDurable = true, maxConnections = 50, bufferMegabytes = usualMegabytes }: Options,
) {
  await clearOrphans(home.dataDir)
  const settings = {
    listen_addresses: '',
    unix_socket_directories: home.runDir,
    unix_socket_permissions: '0700',
    max_connections: String(maxConnections),
    shared_buffers: `${bufferMegabytes}MB`,
    // Only PostgreSQL's own events: errors of statements contain what people typed.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    // supervise() restarts it whole: PostgreSQL 18 waits forever if the recovery of its own restart finds a full disk.
    restart_after_crash: 'off',
    ...(isDurable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  const { file, args, options } = home.command(home.postgres, [
    '-D',
    home.dataDir,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  // In a session of its own, so that Ctrl-C reaches only this process, which stops PostgreSQL after the last request.
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000)
      for (const line of chunk.toString().split('\n')) if (line) onMessage?.(line)
      if (/ready to accept (read-only )?connections/.test(output)) resolve() // a standby only reads
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => reject(new Error(`PostgreSQL ended (${code ?? signal}): ${output.trim()}`)))
  })
  return child
}

/** Stops a PostgreSQL left by an earlier run, or waits for its end. We hold the lock, so nobody else uses it. */
async function clearOrphans(dataDir: string) {
  const pidFile = path.join(dataDir, 'postmaster.pid')
  if (!existsSync(pidFile)) return

  const deadline = Date.now() + 30_000
  const postmaster = pidIn(pidFile)
  if (postmaster !== null && livesIn(dataDir, postmaster)) process.kill(postmaster, 'SIGINT')
  while (isInhabited(dataDir)) {
    if (Date.now() > deadline) throw new Error(`An earlier PostgreSQL still works in ${dataDir}. Stop it first.`)
    await sleep(20)
  }
  // No process uses the folder: the pid in the file is dead, or by now belongs to another program.
  rmSync(pidFile, { force: true })
}

/** Null if the file has gone: a PostgreSQL that ends removes its own. */
function pidIn(pidFile: string) {
  try {
    return Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const hasExited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

const exited = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (hasExited(child)) resolve()
    else child.once('exit', () => resolve())
  })

async function end(child: ChildProcess) {
  if (hasExited(child)) return
  child.kill('SIGINT')
  const forceTimer = setTimeout(() => child.kill('SIGQUIT'), 10_000)
  await exited(child)
  clearTimeout(forceTimer)
}
