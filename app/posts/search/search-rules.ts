export interface PostSearch {
  /** The start of a name, or words of name and author; empty for any. */
  name: string
  /** Empty for all. */
  stream: string
}

export const searchNameMax = 200

/** All results are shown at once, up to this number. */
export const searchResultsMax = 200
