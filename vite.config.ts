import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
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
                  test: /app\/(root|entry\.client|shells\/(header|footer|student-shell|load-store|error-page|session-mirror|use-page)|ui\/(icon|button|menu|empty-state))/,
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
