/** A number stays a number, text is never a formula, and null is an empty cell. */
type Cell = string | number | null

/** Rows as RFC 4180 has them. The byte order mark tells Excel that it is UTF-8. */
export const toCsv = (rows: readonly (readonly Cell[])[]) =>
  `\uFEFF${rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('')}`

function writeCell(cell: Cell) {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = withoutFormulas(cell)
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Spreadsheets run a cell that begins with one of these; an apostrophe in front makes it text (OWASP, CSV injection).
 * Full-width signs are run in some languages. Where cells are split at semicolons, tabs or lines, as some countries'
 * settings do whatever the quotes say, a new cell begins inside of the text, too.
 */
const withoutFormulas = (text: string) =>
  text.replace(/^(?=[=+\-@\t\r\n＝＋－＠])/, "'").replaceAll(/[;\t\r\n](?=[=+\-@＝＋－＠])/g, "$&'")
