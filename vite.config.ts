import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/**
 * Parts of React Router that this site does not use, replaced by nothing in what browsers download: tracing hooks, and
 * the discovery of routes (react-router.config.ts sends them all). 2 kB of every visitor's first page. If a new version
 * moves them, `tests/budgets.test.ts` says so; if it changes what they export, the build fails.
 */
const unused: Record<string, string> = {
  'router/instrumentation.js': `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined
    export const getRouteInstrumentationUpdates = () => ({})
    export const instrumentClientSideRouter = (router) => router
    export const instrumentHandler = (handler) => handler
    export const instrumentationResultMetaContext = {}`,
  'dom/ssr/fog-of-war.js': `
    export const isFogOfWarEnabled = () => false
    export const getPartialManifest = () => ({})
    export const getPatchRoutesOnNavigationFunction = () => undefined
    export const useFogOFWarDiscovery = () => {}
    export const getManifestPath = () => ''
    export const getPathsWithAncestors = () => []
    export const handleClientVersionMismatch = () => {}
    export const URL_LIMIT = 0`,
}

function withoutUnusedParts(): Plugin {
  return {
    name: 'without-unused-parts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      const [, part = ''] = /react-router\/dist\/production\/lib\/(.+)$/.exec(id) ?? []
      return unused[part]
    },
  }
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), withoutUnusedParts()],
  environments: {
    client: {
      build: {
        modulePreload: false, // React Router preloads what a route needs; the rest is loaded when it is wanted
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // On every page: one file compresses better than many, and React's outlives our releases.
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\/|rolldown\/runtime/,
                },
                {
                  name: 'shell',
                  test: /app\/(root|entry\.client|shells\/(header|footer|student-shell|load-|part|error-page|session-mirror|use-page)|ui\/(icon|button|menu|empty-state|tabs))/,
                },
                // On the home page and in the lists: a dozen small files would be a dozen ways to and fro.
                {
                  name: 'market',
                  test: /app\/(shells\/(start-page|home|welcome|features|shelf|deal-|dealings\.|request-section|use-viewer|browse-tabs)|posts\/(price|prices|post-cover|preview|preview-address|preview-button)\.|files\/(picture|picture-url|file-rules)\.|platform\/(money|keep-page|same-page)\.|ui\/carousel|(orders|comments|book-requests)\/[\w-]+-texts)/,
                },
              ],
            },
          },
        },
      },
    },
    // The Hono app is the entry of the server build, so that it and React Router share one module graph.
    ssr: { build: { rolldownOptions: { input: './server/app.ts' } } },
  },
})
