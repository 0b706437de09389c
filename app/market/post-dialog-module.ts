import { lazyModule } from '#app/rendering/lazy-module.ts'

/** The dialogs of Buy and Comment, loaded when they are needed. */
export const postDialogModule = lazyModule(() => import('./post-dialog.tsx'))
if (import.meta.env.SSR) await postDialogModule.load()
