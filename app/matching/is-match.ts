import type { PostKind } from '#app/posts/post-rules.ts'
import { chosenOf, priceOf, type Search } from '#app/posts/search/search-filters.ts'
import { choiceLexeme } from '#app/posts/search/search-query.ts'
import type { Synonyms } from '#app/posts/search/synonyms.ts'
import { type Part, understandSearch } from '#app/posts/search/understand-search.ts'
import { asksForFiles, type Title, understandTitle } from '#app/posts/search/understand-title.ts'

import { likenessOf, meaningsNear, type Likeness, type Spelt } from './same-word.ts'

/** What somebody asked the team for. */
export interface WantedBook {
  words: readonly Spelt[]
  /** Of the field Class. */
  classes: readonly string[]
  stream: string
}

/** What is for sale. */
export interface OfferedPost {
  kind: PostKind
  /** The lexemes by which the search finds it. */
  lexemes: ReadonlySet<string>
  /** Those of words that it misspells. */
  meantLexemes: ReadonlySet<string>
  /** Of name and author. */
  words: readonly Spelt[]
  title: Title
  authorWords: readonly string[]
  classes: readonly string[]
  stream: string | null
}

/**
 * Whether a post may be the book that somebody asked for. The post has all words of the request that count, as the search
 * understands them; or, where it says less than the request, the request has all words of the post's name.
 */
export function isWantedBook(wanted: WantedBook, post: OfferedPost, synonyms: Synonyms) {
  const asked = understandTitle(
    wanted.words.map(({ word }) => word),
    synonyms,
  )
  const offered = post.title
  if (asked.parts.length === 0 || offered.parts.length === 0) return false
  if (isFile(post) && !asksForFiles(asked.parts, synonyms)) return false
  if (areDifferent(asked.volumes, offered.volumes) || areDifferent(asked.semesters, offered.semesters)) return false
  if (areDifferent([...wanted.classes, ...asked.classes], [...post.classes, ...offered.classes])) return false
  if (isVague(asked) && isOtherStream(wanted, post)) return false
  return hasAll(asked.parts, wanted.words, post, synonyms) || isShortTitle(post, asked, wanted, synonyms)
}

const isFile = ({ kind }: OfferedPost) => kind === 'note' || kind === 'course'

/** Both name some, and none is the same. */
const areDifferent = <T>(some: readonly T[], others: readonly T[]) =>
  some.length > 0 && others.length > 0 && !some.some((one) => others.includes(one))

/** One word, such as a subject: then the stream tells books apart, unless the post names the class. */
const isVague = ({ parts }: Title) => parts.length === 1
const isOtherStream = ({ stream }: WantedBook, post: OfferedPost) =>
  post.classes.length === 0 && post.kind === 'book' && post.stream !== null && post.stream !== stream

/** Whether the post has all these parts, or of many all but one. Vague likenesses need one that is not, or several consonants. */
function hasAll(parts: readonly Part[], spelt: readonly Spelt[], post: OfferedPost, synonyms: Synonyms) {
  if (parts.length === 0) return true
  const likenesses = parts.map((part) => likenessOfPart(part, spelt, post, synonyms))
  const missing = likenesses.filter((likeness) => likeness === null).length
  if (missing > Math.floor(parts.length / partsOfMany)) return false
  if (likenesses.some((likeness) => likeness === 'same' || likeness === 'near')) return true
  const consonants = spelt.filter(({ word }) => parts.some(({ typed }) => typed === word))
  return consonants.reduce((sum, one) => sum + one.consonants.length, 0) >= vagueMin
}
const vagueMin = 4
const partsOfMany = 5

function likenessOfPart(part: Part, spelt: readonly Spelt[], post: OfferedPost, synonyms: Synonyms): Likeness {
  if (part.alternatives.some((alternative) => alternative.every((lexeme) => post.lexemes.has(lexeme)))) return 'same'
  if (meaningsNear(part.typed, synonyms).some((lexeme) => post.lexemes.has(lexeme))) return 'near'
  if (part.alternatives.some(([lexeme]) => post.meantLexemes.has(lexeme!))) return 'near'
  const asked = spelt.find(({ word }) => word === part.typed)
  return asked ? best(post.words.map((said) => likenessOf(asked, said, synonyms))) : null
}

const best = (likenesses: Likeness[]): Likeness =>
  (['same', 'near', 'vague'] as const).find((one) => likenesses.includes(one)) ?? null

/** "Concepts of Physics", by H. C. Verma or by nobody who is named, for a request "HC Verma Concepts of Physics". */
function isShortTitle(post: OfferedPost, asked: Title, wanted: WantedBook, synonyms: Synonyms) {
  if (!hasAll(post.title.parts, post.words, asOffered(asked, wanted), synonyms)) return false
  const authors = post.words.filter(({ word }) => word.length > 2 && post.authorWords.includes(word))
  if (authors.length === 0) return post.title.parts.length > 1
  return authors.some((author) => wanted.words.some((one) => likenessOf(one, author, synonyms) !== null))
}

/** The request as if it were for sale, to compare the other way round. */
const asOffered = (asked: Title, { words }: WantedBook): OfferedPost => ({
  kind: 'book',
  words,
  title: asked,
  authorWords: [],
  classes: [],
  stream: null,
  meantLexemes: new Set(),
  lexemes: new Set(asked.parts.flatMap(({ alternatives }) => alternatives.flat())),
})

/** A search that somebody saved, with its words as the search spells them. */
export interface WantedSearch {
  search: Search
  words: readonly Spelt[]
}

/** Whether the search finds the post: by its words or similar ones, and by all of its filters. */
export function isWantedBySearch(
  { search, words }: WantedSearch,
  post: OfferedPost & { payablePaise: number },
  synonyms: Synonyms,
) {
  const understood = understandSearch(
    words.map(({ word }) => word),
    synonyms,
  )
  const { from, to } = priceOf(search, { from: understood.priceFrom, to: understood.priceTo })
  const rupees = post.payablePaise / 100
  if ((from !== null && rupees < from) || (to !== null && rupees > to)) return false
  const isChosen = chosenOf(search).every(([facet, choices]) =>
    choices.some((choice) => post.lexemes.has(choiceLexeme(facet, choice))),
  )
  return isChosen && hasAll(understood.parts, words, post, synonyms)
}
