/** What went wrong, in words. */
export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
