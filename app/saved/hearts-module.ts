import { lazyModule } from '#app/rendering/lazy-module.ts'

/** Save buttons and their form, loaded by all pages of people who are signed in. */
export const heartsModule = lazyModule(() => import('./hearts.ts'))
if (import.meta.env.SSR) await heartsModule.load()
