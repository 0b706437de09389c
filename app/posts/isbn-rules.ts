/** The digits of a typed ISBN; people write it with spaces and hyphens, and paste hyphens of many kinds. */
export const isbnDigits = (typed: string) => typed.replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase()

/** The thirteen digits of an ISBN of ten or thirteen, or what is wrong with it. */
export function toIsbn13(digits: string) {
  if (/^[0-9]{9}[0-9X]$/.test(digits)) {
    if (sumOf(digits, (at) => 10 - at) % 11 !== 0) return 'wrong digits'
    const withoutCheck = `978${digits.slice(0, 9)}`
    return { isbn13: `${withoutCheck}${(10 - (weightedSum(withoutCheck) % 10)) % 10}` }
  }
  if (!/^97[89][0-9]{10}$/.test(digits)) return 'no isbn'
  return weightedSum(digits) % 10 === 0 ? { isbn13: digits } : 'wrong digits'
}

/** X is the check digit 10 of an ISBN of ten. */
const sumOf = (digits: string, weightAt: (at: number) => number) =>
  Array.from(digits).reduce((sum, digit, at) => sum + weightAt(at) * (digit === 'X' ? 10 : Number(digit)), 0)

/** By the rule of ISBN-13: every second digit counts three times. */
const weightedSum = (digits: string) => sumOf(digits, (at) => (at % 2 === 0 ? 1 : 3))
