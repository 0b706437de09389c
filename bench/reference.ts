import path from 'node:path'

import { build } from 'vite'

/**
 * Builds the reference page for production, as the product is built, into a folder of the project: from there Node
 * finds the project's packages. Returns the path of the module.
 */
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
