import { partOf } from './part.ts'

/** The form of those who are signed in. */
export const requestPart = partOf(() => import('#app/book-requests/book-request-form.tsx'))
if (import.meta.env.SSR) await requestPart.load()
