import { partOf } from './part.ts'

/** The dialogs in which people deal with each other. */
export const dealingPart = partOf(() => import('./dealing.tsx'))
if (import.meta.env.SSR) await dealingPart.load()
