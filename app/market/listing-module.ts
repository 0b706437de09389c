import { lazyModule } from '#app/rendering/lazy-module.ts'

/** Loaded by pages with a list. */
export const listingModule = lazyModule(() => import('./listing.tsx'))
if (import.meta.env.SSR) await listingModule.load()
