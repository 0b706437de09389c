import { defineConfig } from 'vitest/config'

const long = 'tests/long/**/*.test.ts'
const globalSetup = 'tests/support/vitest-setup.ts'

// Separate from vite.config.ts: React Router's plugin must not load in these tests.
export default defineConfig({
  test: {
    maxWorkers: 2,
    // A long limit costs nothing when a test ends early; on a machine with other work it ends late.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'gate',
          include: ['{app,server,database,scripts,tests}/**/*.test.ts'],
          exclude: [long],
          globalSetup,
        },
      },
      // What measures or takes minutes: `npm run test:long`.
      { extends: true, test: { name: 'long', include: [long], globalSetup } },
    ],
  },
})
