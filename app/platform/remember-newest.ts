/** A function of a text that knows again what it was asked lately: at least so many texts, and at most twice as many. */
export function rememberNewest<T>(least: number, answer: (to: string) => T) {
  // Two shelves, of which the older goes as a whole: to take out the oldest text of a large map takes long.
  let newer = new Map<string, T>()
  let older = new Map<string, T>()
  return (to: string) => {
    const before = newer.get(to)
    if (before !== undefined) return before
    const now = older.get(to) ?? answer(to)
    if (newer.size >= least) {
      older = newer
      newer = new Map()
    }
    newer.set(to, now)
    return now
  }
}
