import { lazyModule } from '#app/rendering/lazy-module.ts'

/** Only students load the form. */
export const bookRequestFormModule = lazyModule(() => import('./book-request-form.tsx'))
if (import.meta.env.SSR) await bookRequestFormModule.load()
