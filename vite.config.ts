import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // React and React Router are on every page: one file compresses better than six, and outlives our releases.
            codeSplitting: {
              groups: [{ name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\// }],
            },
          },
        },
      },
    },
    // The Hono app is the entry of the server build, so that it and React Router share one module graph.
    ssr: { build: { rolldownOptions: { input: './server/app.ts' } } },
  },
})
