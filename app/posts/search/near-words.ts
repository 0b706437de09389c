/** Words that may be misspelt: not short ones and numbers. A pattern for JavaScript and PostgreSQL. */
export const fuzzyPattern = '^[^0-9]{4,}$'

export const typosMax = 2

const fuzzy = new RegExp(fuzzyPattern, 'u')

/** How many typing mistakes a word may have and still be recognised. */
export function typosAllowed(letters: string) {
  if (!fuzzy.test(letters)) return 0
  return letters.length < 8 ? 1 : typosMax
}

/** The edit distance, with a swap of two adjacent letters as one edit (optimal string alignment). */
export function editDistance(from: string, to: string) {
  const [a, b] = [Array.from(from), Array.from(to)]
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 0; row < a.length; row++) {
    const current = [row + 1]
    for (let column = 0; column < b.length; column++) {
      const changed = last[column]! + (a[row] === b[column] ? 0 : 1)
      const isSwap = row > 0 && column > 0 && a[row] === b[column - 1] && a[row - 1] === b[column]
      const swapped = isSwap ? beforeLast[column - 1]! + 1 : Infinity
      current.push(Math.min(last[column + 1]! + 1, current[column]! + 1, changed, swapped))
    }
    beforeLast = last
    last = current
  }
  return last.at(-1)!
}

/** Whether somebody who typed `asked` may have meant `known`. */
export function isNear(asked: string, known: string) {
  const allowed = typosAllowed(asked)
  return Math.abs(asked.length - known.length) <= allowed && editDistance(asked, known) <= allowed
}
