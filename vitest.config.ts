import { defineConfig } from 'vitest/config'

const load = 'tests/torture/load.test.ts'

// Its own file: React Router's plugin must not load in these tests.
export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 30_000, // some start processes; none waits for time to pass
    projects: [
      {
        extends: true,
        test: {
          name: 'all',
          include: ['{app,server,database,scripts,tests}/**/*.test.ts'],
          exclude: [load],
          globalSetup: 'tests/support/vitest-setup.ts',
        },
      },
      // It measures how long people wait: after all others, alone on the machine.
      { extends: true, test: { name: 'load', include: [load], sequence: { groupOrder: 1 } } },
    ],
  },
})
