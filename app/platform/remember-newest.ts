/** A function of a text that keeps what it answered last. */
export function rememberNewest<T>(max: number, answer: (to: string) => T) {
  const known = new Map<string, T>() // the oldest first
  return (to: string) => {
    const before = known.get(to)
    if (before !== undefined) return before
    const now = answer(to)
    known.set(to, now)
    if (known.size > max) known.delete(known.keys().next().value!)
    return now
  }
}
