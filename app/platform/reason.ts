/** An error's message. */
export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
