const charactersMax = 400
const linesMax = 8
/** A word is cut only if it is longer than this. */
const wordMax = 40

/** Asked of the database: one character more than is shown, so that a longer comment is recognised. */
export const fetchedCharacters = charactersMax + 1

/** The beginning of a long comment, which ends with a whole word; null if the comment is short enough to be shown whole. */
export function cutComment(comment: string) {
  const lines = comment.split('\n').slice(0, linesMax).join('\n')
  const characters = Array.from(lines)
  if (characters.length <= charactersMax) return lines === comment ? null : `${lines.trimEnd()}…`
  const beginning = characters.slice(0, charactersMax).join('')
  const lastSpace = beginning.search(/\s\S*$/)
  const isInWord = lastSpace < beginning.length - wordMax
  return `${(isInWord ? beginning : beginning.slice(0, lastSpace)).trimEnd()}…`
}
