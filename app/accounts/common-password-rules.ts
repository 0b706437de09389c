// A password that is being typed is not sent: the browser asks for all hashes that begin as its hash does, some forty of
// the most common ones, and compares by itself.

/** How many hexadecimal digits of a password's SHA-256 hash the server is told. */
export const hashBeginning = 2
/** How many digits are compared. */
export const hashLength = 12
