import { lazyModule } from '#app/rendering/lazy-module.ts'

/** The dialog of Comment, loaded when it is needed. */
export const postDialogModule = lazyModule(() => import('./post-dialog.tsx'))
if (import.meta.env.SSR) await postDialogModule.load()
