import { lazyModule } from '#app/rendering/lazy-module.ts'

/** Code that only stores load. */
export const storeSideModule = lazyModule(() => import('./store-side.ts'))
if (import.meta.env.SSR) await storeSideModule.load()
