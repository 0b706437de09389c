import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

import { chromium } from '@playwright/test'

// The headless shell first: tests take half the time in it.
const usualPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

/** The browser for tests: CHROMIUM_PATH, an installed one, or Playwright's. */
export function chromiumPath() {
  return [process.env.CHROMIUM_PATH, ...usualPaths, chromium.executablePath()].find((file) => file && existsSync(file))
}

const install = 'DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends'

/** Installs a browser if there is none: Debian's package as root, otherwise Playwright's. */
export function fetchChromium() {
  if (chromiumPath()) return true
  const isRootOnDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const commands = isRootOnDebian
    ? ['apt-get update -q', `${install} chromium-headless-shell || ${install} chromium`]
    : ['node_modules/.bin/playwright install chromium']
  for (const command of commands) {
    console.log(`No Chromium on this machine: ${command}`)
    spawnSync('sh', ['-c', command], { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  return chromiumPath() !== undefined
}
