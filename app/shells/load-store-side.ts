import { partOf } from './part.ts'

/** The stores' side of the counter. */
export const storeSide = partOf(() => import('./store-side.ts'))
if (import.meta.env.SSR) await storeSide.load()
