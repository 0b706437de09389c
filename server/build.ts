import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

import { takeLock } from '#server/postgres/folder-lock.ts'

const sources = [
  'app/**/*',
  'server/**/*',
  'public/**/*',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
]
const stamp = 'build/sources.sha256'

/** Builds client and server, unless that was done for exactly these sources. */
export async function buildIfStale() {
  const fingerprint = fingerprintOf(sources)
  const isFresh = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint
  while (!isFresh()) {
    mkdirSync('.cache', { recursive: true })
    const lock = await takeLock('.cache') // of two processes that start at once one builds and the other waits
    if ('heldBy' in lock) {
      await sleep(200)
      continue
    }
    try {
      if (!isFresh()) await build(fingerprint)
    } finally {
      lock.release()
    }
  }
}

async function build(fingerprint: string) {
  console.log('Building…')
  rmSync(stamp, { force: true })
  await promisify(execFile)('node_modules/.bin/react-router', ['build', '--logLevel', 'warn'], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  splitManifest('build/client/assets')
  await precompress('build/client')
  writeFileSync(`${stamp}.partial`, fingerprint)
  renameSync(`${stamp}.partial`, stamp)
}

/**
 * The manifest names every route to the browser. The team's pages get the whole one under another name; in the one that
 * visitors load, the team's routes are left out. Depends on how React Router writes it, which is undocumented.
 */
function splitManifest(folder: string) {
  const [file] = globSync(`${folder}/manifest-*.js`)
  const whole = readFileSync(file!, 'utf8')
  const [, start = '', json = '', end = ''] = /^(window\.__reactRouterManifest=)(\{.*\})(;?)\s*$/s.exec(whole) ?? []
  const manifest = JSON.parse(json) as { routes: Record<string, unknown> }
  const ofVisitors = Object.entries(manifest.routes).filter(([id]) => !id.startsWith('team/'))
  writeFileSync(path.join(folder, `team-${path.basename(file!)}`), whole)
  writeFileSync(file!, start + JSON.stringify({ ...manifest, routes: Object.fromEntries(ofVisitors) }) + end)
}

function fingerprintOf(patterns: string[]) {
  const hash = createHash('sha256')
  for (const file of globSync(patterns).toSorted()) {
    if (statSync(file).isFile()) hash.update(`${file}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** Compresses once per build at the highest level, so that no request has to. */
async function precompress(folder: string) {
  const files = globSync(`${folder}/**/*.{js,mjs,css,svg,json,txt,wasm,webmanifest}`)
  const worker = async () => {
    for (let file = files.pop(); file; file = files.pop()) {
      const raw = readFileSync(file)
      if (raw.length < 512) continue
      writeFileSync(`${file}.br`, await brotli(raw, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } }))
      writeFileSync(`${file}.gz`, await gzip(raw, { level: 9 }))
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
}

// Also run on its own: `node server/build.ts`
if (process.argv[1] === path.resolve(import.meta.filename)) await buildIfStale()
