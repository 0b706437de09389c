import type { Part } from './understand-search.ts'

// Text of PostgreSQL's tsquery. In the index, words of name and author stand as they are, these and the words of class, category,
// stream and college after a tilde, what they mean after a caret, what a filter asks for after an equals sign, and the first
// word of the name after a less-than sign (database/functions/searchable-posts.sql).

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

const anyOf = (queries: string[]) => (queries.length === 1 ? queries[0]! : `(${queries.join(' | ')})`)
const allOf = (queries: string[]) => (queries.length === 1 ? queries[0]! : `(${queries.join(' & ')})`)

/** Words that begin so. */
const begun = (text: string) => `${quoted(text)}:*`

export const partQuery = ({ alternatives, beginning }: Pick<Part, 'alternatives' | 'beginning'>) =>
  anyOf([
    ...alternatives.map((alternative) => allOf(alternative.map(quoted))),
    ...(beginning === undefined ? [] : [begun(beginning)]),
  ])

/** Null without parts: any post. */
export const partsQuery = (parts: readonly Part[]) => (parts.length > 0 ? allOf(parts.map(partQuery)) : null)

/** Posts that have one of the parts. */
export const anyPartQuery = (parts: readonly Part[]) => anyOf(parts.map(partQuery))

/** Posts with these words in name and author, of which the last may be the beginning of one. */
export const nameQuery = (words: readonly string[], isOpen: boolean) =>
  allOf(words.map((word, n) => (isOpen && n === words.length - 1 ? begun(word) : quoted(word))))

/** Posts whose name has the first of these words first. */
export const firstWordQuery = ([first = '', ...more]: readonly string[], isOpen: boolean) =>
  isOpen && more.length === 0 ? begun(`<${first}`) : quoted(`<${first}`)

/** The lexeme of posts that have this choice of a facet. */
export const choiceLexeme = (facet: string, choice: string) => `=${facet} ${choice}`

/** Posts that have one of these choices of a facet. */
export const choiceQuery = (facet: string, choices: readonly string[]) =>
  anyOf(choices.map((choice) => quoted(choiceLexeme(facet, choice))))
