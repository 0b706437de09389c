import path from 'node:path'

import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/** Puts everything that these modules import, however indirectly, but not what they load later, into one chunk. */
function oneChunk(chunk: string, ...entries: string[]) {
  let ids: Set<string> | null = null
  const name = (id: string, graph: ModuleGraph) => {
    ids ??= new Set<string>()
    const add = (one: string) => {
      if (ids!.has(one)) return
      ids!.add(one)
      graph.getModuleInfo(one)?.importedIds.forEach(add)
    }
    if (ids.size === 0) entries.forEach((entry) => add(path.resolve(entry)))
    return ids.has(id) ? chunk : null
  }
  return { name }
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    client: {
      // In development. A package that Vite discovers while a page loads makes it answer 504 and reload the page.
      optimizeDeps: { include: ['zod/mini'], noDiscovery: true },
      build: {
        modulePreload: false, // React Router preloads what a route needs; the rest is loaded when it is wanted
        rolldownOptions: {
          output: {
            codeSplitting: {
              // By themselves, the 30 small modules of a first page would be as many files, each with a way to and fro.
              groups: [
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\/|rolldown\/runtime/,
                },
                oneChunk('every-page', 'app/root.tsx', 'app/entry.client.tsx'),
                oneChunk('home-page', 'app/market/start-page.tsx'),
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
