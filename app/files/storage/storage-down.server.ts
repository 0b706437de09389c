const code = 'STORAGE_DOWN'

/** The file storage does not answer, or answers that it is busy or broken. The request may be retried. */
export class StorageDownError extends Error {
  code = code
}

/** By code: the server process and the bundle each have their own copy of the class, so `instanceof` would fail. */
export const isStorageDown = (error: unknown) => error instanceof Error && 'code' in error && error.code === code
