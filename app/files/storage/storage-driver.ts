/** Inclusive byte range. Without `end` to the last byte; a negative `start` counts from the end. */
export interface ByteRange {
  start: number
  end?: number | undefined
}

interface FilePart {
  /** Size of the whole file, in bytes. */
  size: number
  /** The range within the file that was found. */
  start: number
  end: number
  stream: ReadableStream<Uint8Array<ArrayBuffer>>
}

/** Stores bytes by key. A file appears whole or not at all, and never changes. */
export interface StorageDriver {
  /** Copies a local file into the storage. */
  put: (key: string, file: string) => Promise<void>
  open: (key: string) => Promise<{ size: number; stream: ReadableStream<Uint8Array<ArrayBuffer>> } | null>
  openPart: (key: string, range: ByteRange) => Promise<FilePart | 'out of range' | null>
  /**
   * An address from which a browser may get the file for a while, with these headers of the answer; null if browsers do not
   * reach this storage.
   */
  signedAddress: (key: string, headers: { type: string; disposition: string }) => Promise<string | null>
  /** No error if the key does not exist. */
  remove: (key: string) => Promise<void>
  /** Everything that is stored, some at a time; also what is not ours. */
  list: () => AsyncIterable<StoredFile[]>
}

export interface StoredFile {
  key: string
  bytes: number
  storedAt: Date
}
