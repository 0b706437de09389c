/** The letters of a word that may be a slip of another: short ones and numbers are what was meant. For PostgreSQL, too. */
export const unclearLetters = '^[^0-9]{4,}$'

export const slipsMax = 2

const unclear = new RegExp(unclearLetters, 'u')

/** How many slips of the finger a word of so many letters may have and still be recognised. */
export function slipsAllowed(letters: string) {
  if (!unclear.test(letters)) return 0
  return letters.length < 8 ? 1 : slipsMax
}

/** Letters missing, added, changed, or two that changed places: how many such slips lead from one word to the other. */
export function countSlips(from: string, to: string) {
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

/** Whether one word may be meant by the other. */
export function isNear(asked: string, known: string) {
  const allowed = slipsAllowed(asked)
  return Math.abs(asked.length - known.length) <= allowed && countSlips(asked, known) <= allowed
}
