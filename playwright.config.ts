import { defineConfig, devices } from '@playwright/test'

import { chromiumPath } from './scripts/chromium.ts'

const executablePath = chromiumPath()

export default defineConfig({
  testDir: 'tests',
  projects: [
    { name: 'gate', testDir: 'tests/browser' },
    // What measures or takes minutes: `npm run test:long`.
    { name: 'long', testDir: 'tests/long', testMatch: '*.spec.ts' },
  ],
  globalSetup: './tests/support/playwright-setup.ts',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A long limit costs nothing when the condition is met early; on a machine with other work it is met late.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 900 },
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    launchOptions: {
      ...(executablePath && { executablePath }),
      chromiumSandbox: false, // containers often refuse it, and these pages are our own
      args: [
        '--disable-quic',
        '--disable-features=OptimizationHints,MediaRouter,Translate,AutofillServerCommunication',
        // The browser may reach this machine only.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ],
    },
  },
})
