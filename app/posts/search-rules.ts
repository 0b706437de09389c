export interface PostSearch {
  /** The beginning of a name, or words of name and author; empty for any. */
  name: string
  /** Empty for all. */
  stream: string
}

export const searchNameMax = 200

/** All matches are shown at once, and no more than these. */
export const searchResultsMax = 200
