import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Not in package.json: it is larger than all dependencies, and only benches need it. */
export const lighthouseVersion = '13.5.0'

export interface Audits {
  lhr: {
    categories: Record<string, { score: number }>
    audits: Record<
      string,
      {
        title: string
        score: number | null
        numericValue: number
        details?: { items: { resourceType: string; transferSize: number }[] }
      }
    >
  }
}
type Lighthouse = (url: string, flags: object) => Promise<Audits>
interface ChromeLauncher {
  launch: (options: object) => Promise<{ port: number; kill: () => void }>
}

/** Imports Lighthouse. Installs it first if it is missing, outside the repository. */
export async function fetchLighthouse() {
  const home = path.join(tmpdir(), `puthi-lighthouse-${lighthouseVersion}`)
  const modules = path.join(home, 'node_modules')
  if (!existsSync(path.join(modules, 'lighthouse'))) {
    console.log(`Installing Lighthouse ${lighthouseVersion} from npm into ${home}, outside the repository…`)
    mkdirSync(home, { recursive: true })
    const args = [
      'install',
      '--prefix',
      home,
      '--no-save',
      '--no-audit',
      '--no-fund',
      `lighthouse@${lighthouseVersion}`,
    ]
    const { status } = spawnSync('npm', args, { stdio: 'inherit', cwd: home })
    if (status !== 0) throw new Error('Lighthouse could not be installed.')
  }
  const load = (file: string) => import(path.join(modules, file)) as Promise<unknown>
  const { default: lighthouse } = (await load('lighthouse/core/index.js')) as { default: Lighthouse }
  const launcher = (await load('chrome-launcher/dist/index.js')) as ChromeLauncher
  return { lighthouse, launcher }
}
