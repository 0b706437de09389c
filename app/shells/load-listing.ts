import { partOf } from './part.ts'

/** The lists of the tabs. */
export const listingPart = partOf(() => import('./listing.tsx'))
if (import.meta.env.SSR) await listingPart.load()
