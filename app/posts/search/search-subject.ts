import { streams } from './stream-rules.ts'
import { lexemesMeant, type Synonyms } from './synonyms.ts'
import type { Part } from './understand-search.ts'

const means = (facet: RegExp) => (part: Part, synonyms: Synonyms) =>
  lexemesMeant(part.alternatives, synonyms).some((lexeme) => facet.test(lexeme))

export const meansClass = means(/^=class /)
export const meansKind = means(/^=kind /)
const meansClassOrDistrict = means(/^=(class|district) /)

/** Class, district, board, edition: who looks for a subject takes it without them rather than nothing. */
export const isDetail = (part: Part, synonyms: Synonyms) =>
  synonyms.hints.has(part.typed) || meansClassOrDistrict(part, synonyms)

const streamNames = new Set(streams.map((name) => name.toLowerCase()))

/** What the search is about. A stream is it only where nothing else is. */
export function subjectsOf(parts: readonly Part[], synonyms: Synonyms) {
  const named = parts.filter((part) => !isDetail(part, synonyms))
  const subjects = named.filter(({ typed }) => !streamNames.has(typed))
  return subjects.length > 0 ? subjects : named
}
