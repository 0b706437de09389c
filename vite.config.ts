import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    // The Hono app is the entry of the server build, so that it and React Router share one module graph.
    ssr: { build: { rolldownOptions: { input: './server/app.ts' } } },
  },
})
