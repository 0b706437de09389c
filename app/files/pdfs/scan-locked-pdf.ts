import { isActive } from './active-pdf.ts'
import { readUnlocked } from './unlocked-pdf.ts'

/**
 * Runs in a process of its own, started by rewrite-pdf.server.ts: prints whether a locked PDF is `active` or `passive`, by
 * what buyers get of it: the PDF written anew without its lock, here with every object in the open.
 */
const document = await readUnlocked(process.argv[2]!)
const written = await document.save({
  addDefaultPage: false,
  updateFieldAppearances: false,
  objectsPerTick: Infinity,
  useObjectStreams: false,
})
process.stdout.write(isActive(Buffer.from(written)) ? 'active' : 'passive', () => process.exit())
