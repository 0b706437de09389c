import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { createDatabase, startTestPostgres } from '../support/postgres.ts'
import { freePort } from '../support/free-port.ts'
import { startProxy } from './faults/proxy.ts'
import type { Finding } from './finding.ts'
import { isReady, until } from './until.ts'

const part = 'image'
const maxMegabytes = 350
const maxStartMs = 3_000
const user = 1_000

interface Instruction {
  name: string
  text: string
}

/**
 * Builds what deploy/Dockerfile says without Docker: each of its steps in a folder, the last ones in a Debian made by debootstrap.
 * Runs it as a container would: as its user, on a root file system that cannot be written to.
 */
export async function image(): Promise<Finding[]> {
  const tried = 'the file system of deploy/Dockerfile, built by debootstrap and run by chroot'
  if (process.getuid?.() !== 0 || spawnSync('which', ['debootstrap']).status !== 0) {
    return [{ part, tried, found: 'needs root, and apt-get install debootstrap', holds: 'skipped' }]
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'puthi-image-'))
  chmodSync(folder, 0o755)
  const postgres = await startTestPostgres()
  try {
    const stages = readStages(readFileSync('deploy/Dockerfile', 'utf8'))
    const [build, root] = [path.join(folder, 'build'), path.join(folder, 'root')]
    buildIn(build, stages[0]!)
    makeDebian(root)
    const last = stages[1]!
    copyInto(root, build, last)
    for (const { text } of last.filter(({ name }) => name === 'RUN')) run('chroot', [root, 'sh', '-c', text])
    const megabytes = Number(run('du', ['--summarize', '--block-size=1', root]).split('\t')[0]) / 1_000_000
    return [
      { part, tried, found: `${Math.round(megabytes)} MB, at most ${maxMegabytes}`, holds: megabytes <= maxMegabytes },
      ...(await startIn(root, last, await createDatabase(postgres.url))),
    ]
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Comments and continued lines are resolved; a stage begins with FROM. */
function readStages(dockerfile: string): Instruction[][] {
  const lines = dockerfile
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean)
  const stages: Instruction[][] = []
  for (const line of lines) {
    const [, name = '', text = ''] = /^(\w+) (.*)$/.exec(line) ?? []
    if (name === 'FROM') stages.push([])
    stages.at(-1)!.push({ name, text })
  }
  return stages
}

/** All that git knows of, and then the commands of the first stage. */
function buildIn(folder: string, stage: Instruction[]) {
  mkdirSync(folder)
  run('sh', ['-c', `git archive HEAD | tar --extract --directory ${folder}`])
  for (const { text } of stage.filter(({ name }) => name === 'RUN')) run('sh', ['-c', text], folder)
}

/** As small as Debian's slim images, which leave out the same. */
function makeDebian(root: string) {
  run('debootstrap', ['--variant=minbase', 'trixie', root])
  run('chroot', [root, 'apt-get', 'clean'])
  run('sh', [
    '-c',
    `rm -rf ${root}/var/lib/apt/lists/* ${root}/usr/share/doc/* ${root}/usr/share/man/* ${root}/usr/share/locale/* ${root}/var/cache/debconf/*-old ${root}/var/log/*`,
  ])
}

function copyInto(root: string, build: string, stage: Instruction[]) {
  const home = stage.find(({ name }) => name === 'WORKDIR')!.text
  mkdirSync(path.join(root, home))
  for (const { text } of stage.filter(({ name }) => name === 'COPY')) {
    const [from, to] = text.split(' ').slice(1) as [string, string] // after --from=build
    const source = path.join(build, path.relative(home, from))
    const target = to.endsWith('/') ? path.join(root, home, to, path.basename(from)) : path.join(root, home, to)
    cpSync(source, target, { recursive: true, verbatimSymlinks: true })
  }
}

async function startIn(root: string, stage: Instruction[], databaseUrl: string): Promise<Finding[]> {
  const env = Object.fromEntries(
    stage
      .filter(({ name }) => name === 'ENV')
      .flatMap(({ text }) => text.split(/\s+/).map((pair) => pair.split(/=(.*)/s, 2))),
  ) as Record<string, string>
  const command = JSON.parse(stage.find(({ name }) => name === 'CMD')!.text) as string[]
  const health = JSON.parse(
    /CMD (\[.*\])/.exec(stage.find(({ name }) => name === 'HEALTHCHECK')!.text)![1]!,
  ) as string[]
  const port = String(await freePort())
  // Its user may not enter the folder of the database's socket.
  const address = new URL(databaseUrl)
  const proxy = await startProxy({ path: path.join(address.searchParams.get('host')!, '.s.PGSQL.5432') }, {})
  address.searchParams.delete('host')
  address.host = `127.0.0.1:${proxy.port}`
  const inside = (wanted: string[]) => [
    '--mount',
    'sh',
    '-c',
    `mount --bind ${root} ${root} && mount -o remount,bind,ro ${root} &&
     mount -t tmpfs tmpfs ${root}/tmp && mount -t proc proc ${root}/proc && mount --bind /dev ${root}/dev &&
     mount -t tmpfs -o uid=${user},mode=700 tmpfs ${root}/data && exec /usr/sbin/chroot --userspec=${user}:${user} ${root} sh -c 'cd /puthi && exec "$0" "$@"' "$@"`,
    'image',
    ...wanted,
  ]
  const given = {
    ...env,
    ID_KEY: randomBytes(32).toString('base64'),
    PORT: port,
    DATABASE_URL: address.href,
    DEMO: 'off',
    PATH: '/usr/bin:/bin',
  }
  const starts: number[] = []
  const findings: Finding[] = []
  for (let start = 1; start <= 2; start++) {
    const began = performance.now()
    const child = spawn('unshare', inside(command), { env: given, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    try {
      await Promise.race([
        until('image that is ready', () => isReady(`http://127.0.0.1:${port}`), { everyMs: 10 }).catch(
          (error: unknown) => {
            throw new Error(`It says: ${said}`, { cause: error })
          },
        ),
        ended.then(() => {
          throw new Error(`The image ended: ${said}`)
        }),
      ])
      starts.push(performance.now() - began)
      if (start === 2) {
        const healthy = spawnSync('unshare', inside(health), { env: given, encoding: 'utf8' })
        const written = spawnSync('unshare', inside(['touch', '/puthi/written']), { env: given, encoding: 'utf8' })
        findings.push({
          part,
          tried: 'its healthcheck, and writing to its root file system as its user',
          found: `healthcheck ${healthy.status}, writing ${written.stderr.trim()}`,
          holds: healthy.status === 0 && /Read-only|denied/.test(written.stderr),
        })
      }
    } finally {
      child.kill('SIGTERM')
      await ended
    }
  }
  proxy.stop()
  const [first, second] = starts.map((ms) => `${(ms / 1_000).toFixed(1)} s`)
  return [
    {
      part,
      tried: `until it is ready, as user ${user}`,
      found: `${first} with a new database, ${second} after that; at most ${maxStartMs / 1_000} s`,
      holds: starts[1]! <= maxStartMs,
    },
    ...findings,
  ]
}

function run(program: string, args: string[], cwd?: string) {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...(cwd && { cwd }) })
}
