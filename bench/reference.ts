import path from 'node:path'

import { build } from 'vite'

/** Built as the product is, for production, and where Node finds the project's packages. Returns the module's path. */
export async function buildReference() {
  const outDir = path.resolve('.cache/bench')
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { ssr: 'bench/reference-page.tsx', outDir, emptyOutDir: true },
  })
  return path.join(outDir, 'reference-page.js')
}
