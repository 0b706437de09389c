const code = 'STORAGE_DOWN'

/** The file storage does not answer, or says that it is busy or broken: the same request may do well in a moment. */
export class StorageDownError extends Error {
  code = code
}

/** By its code: the storage is made by the process, and its errors are looked at in the bundle, which has another class. */
export const isStorageDown = (error: unknown) => error instanceof Error && 'code' in error && error.code === code
