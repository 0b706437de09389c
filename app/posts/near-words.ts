/** How many slips of the finger a word of so many letters may have and still be recognised. */
export function slipsAllowed(letters: string) {
  if (letters.length < 4 || /[0-9]/.test(letters)) return 0
  return letters.length < 8 ? 1 : 2
}

/** Letters missing, added, changed, or two that changed places: how many such slips lead from one word to the other. */
export function countSlips(from: string, to: string) {
  const [a, b] = [Array.from(from), Array.from(to)]
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (const [row, letter] of a.entries()) {
    const current = [row + 1]
    for (const [column, other] of b.entries()) {
      const isSwap = row > 0 && column > 0 && letter === b[column - 1] && a[row - 1] === other
      current.push(
        Math.min(
          last[column + 1]! + 1,
          current[column]! + 1,
          last[column]! + (letter === other ? 0 : 1),
          isSwap ? beforeLast[column - 1]! + 1 : Infinity,
        ),
      )
    }
    beforeLast = last
    last = current
  }
  return last.at(-1)!
}
