export interface PostSearch {
  /** The start of a name, or words of name and author; empty for any. */
  name: string
  /** Empty for all. */
  stream: string
}

export const searchNameMax = 200

/** Limits the length, and removes characters that PostgreSQL cannot store as text. */
export const storableText = (text: string) => text.slice(0, searchNameMax).toWellFormed().replaceAll('\0', ' ').trim()

/** All results are shown at once, up to this number. */
export const searchResultsMax = 200
