interface Remembered<T> {
  answer: (to: string) => T
  /** A number of up to 32 bits that hardly any other text has. */
  signOf: (text: string) => number
  /** What is remembered is told so. */
  prepare?: (answer: T) => void
  /** So many texts at least, and at most twice as many. */
  least: number
}

/**
 * A function of a text that knows again what it was asked more than once of late. What is asked once leaves nothing: to keep
 * and then forget it would be work for the collector, in which somebody has to wait.
 */
export function rememberAgain<T>({ answer, signOf, prepare, least }: Remembered<T>) {
  const asked = new Uint32Array(1 << Math.ceil(Math.log2(least * 4)))
  // Two shelves, of which the older goes as a whole: to take out the oldest text of a large map takes long.
  let newer = new Map<string, T>()
  let older = new Map<string, T>()

  return (to: string) => {
    const known = newer.get(to)
    if (known !== undefined) return known
    const now = older.get(to) ?? answer(to)
    const sign = signOf(to)
    const place = sign % asked.length
    if (asked[place] !== sign) asked[place] = sign
    else {
      if (newer.size >= least) {
        older = newer
        newer = new Map()
      }
      if (!older.has(to)) prepare?.(now)
      newer.set(to, now)
    }
    return now
  }
}
