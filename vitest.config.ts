import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const load = 'tests/torture/load.test.ts'

/** Starts the longest test files first; otherwise one of them would run alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = ({ moduleId }: TestSpecification) => moduleId.includes('/tests/torture/')
    const sorted = await super.sort(files) // oxlint-disable-line unicorn/no-array-sort -- not an array's sort
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

// Separate from vite.config.ts: React Router's plugin must not load in these tests.
export default defineConfig({
  test: {
    maxWorkers: 3, // on two processors: many tests wait for processes to start and for time limits
    sequence: { sequencer: LongestFirst },
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
      // The load test measures response times: it runs after all others, alone on the machine.
      { extends: true, test: { name: 'load', include: [load], sequence: { groupOrder: 1 } } },
    ],
  },
})
