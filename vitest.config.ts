import { defineConfig } from 'vitest/config'

// Its own file: React Router's plugin must not load in these tests.
export default defineConfig({
  test: {
    include: ['{app,server,database,scripts,tests}/**/*.test.ts'],
    globalSetup: 'tests/support/vitest-setup.ts',
    maxWorkers: 2,
    testTimeout: 30_000, // some start processes; none waits for time to pass
  },
})
