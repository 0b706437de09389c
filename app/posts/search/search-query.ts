import type { Part } from './understand-search.ts'

// Text of PostgreSQL's tsquery. In the index, words of name and author stand as they are, these and the words of class, category,
// stream and college after a tilde, what they mean after a caret, and what a filter asks for after an equals sign
// (0028-search-everything.sql).

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

const anyOf = (queries: string[]) => (queries.length === 1 ? queries[0]! : `(${queries.join(' | ')})`)
const allOf = (queries: string[]) => (queries.length === 1 ? queries[0]! : `(${queries.join(' & ')})`)

export const partQuery = ({ alternatives }: Pick<Part, 'alternatives'>) =>
  anyOf(alternatives.map((alternative) => allOf(alternative.map(quoted))))

/** Null without parts: any post. */
export const partsQuery = (parts: readonly Part[]) => (parts.length > 0 ? allOf(parts.map(partQuery)) : null)

/** Posts that have one of the parts. */
export const anyPartQuery = (parts: readonly Part[]) => anyOf(parts.map(partQuery))

/** Posts with these words in name and author. */
export const nameQuery = (words: readonly string[]) => allOf(words.map(quoted))

/** The lexeme of posts that have this choice of a facet. */
export const choiceLexeme = (facet: string, choice: string) => `=${facet} ${choice}`

/** Posts that have one of these choices of a facet. */
export const choiceQuery = (facet: string, choices: readonly string[]) =>
  anyOf(choices.map((choice) => quoted(choiceLexeme(facet, choice))))
