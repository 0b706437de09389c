import { defineConfig, devices } from '@playwright/test'

import { chromiumPath } from './scripts/chromium.ts'

const executablePath = chromiumPath()

export default defineConfig({
  testDir: 'tests/browser',
  globalSetup: './tests/support/playwright-setup.ts',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  workers: 3, // on two processors: a story waits for the browser, the server and what it shows in turns
  forbidOnly: true,
  timeout: 60_000,
  // A condition that is awaited costs nothing when it comes; on a machine that is busy with more than this it comes late.
  expect: { timeout: 15_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 900 },
    screenshot: 'only-on-failure',
    actionTimeout: 15_000,
    launchOptions: {
      ...(executablePath && { executablePath }),
      chromiumSandbox: false, // containers often refuse it, and these pages are our own
      args: [
        '--disable-quic',
        '--disable-features=OptimizationHints,MediaRouter,Translate,AutofillServerCommunication',
        // The tests speak with this machine only.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ],
    },
  },
})
