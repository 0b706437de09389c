import type { AccountKind } from '#app/access/role-rules.ts'

const uploadPaths = { student: '/CreateBooksAndNovels', store: '/CreatePost' } as const

/** The form that posts a book, with its name filled in. */
export const uploadPathOf = (kind: AccountKind, name: string) =>
  `${uploadPaths[kind]}?${new URLSearchParams({ tab: 'books', name })}`
