import { availableParallelism } from 'node:os'

import sharp from 'sharp'

import { bounded } from '#app/platform/bounded.server.ts'

// Only the JPEG and PNG decoders are enabled, whatever the bytes claim to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile'] })
sharp.cache(false) // no file is read twice

export { sharp }

/** A large picture takes 100 MB and a core for a second: one core stays free for pages. */
export const inPictureTurn = bounded(Math.max(1, Math.min(2, availableParallelism() - 1)))
