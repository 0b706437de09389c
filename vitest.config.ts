import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

type ProjectConfig = NonNullable<TestProjectInlineConfiguration['test']>

const long = 'tests/long/**/*.test.ts'
/** Tests of components: their JSX has to be compiled. */
const ofComponents = ['app/rendering/fragment-cache.test.ts', 'app/files/pictures/picture.test.ts']
const globalSetup = 'tests/support/vitest-setup.ts'

const project = (name: string, options: ProjectConfig): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, globalSetup, ...options },
})

// Separate from vite.config.ts: React Router's plugin must not load in these tests.
export default defineConfig({
  test: {
    maxWorkers: 2,
    // A long limit costs nothing when a test ends early; on a machine with other work it ends late.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Node imports TypeScript itself, as in production, and caches what it compiled.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      project('gate', {
        include: ['{app,server,database,scripts,tests}/**/*.test.ts'],
        exclude: [long, ...ofComponents],
      }),
      project('gate of components', { include: ofComponents, experimental: { viteModuleRunner: true } }),
      // What measures or takes minutes: `npm run test:long`.
      project('long', { include: [long] }),
    ],
  },
})
