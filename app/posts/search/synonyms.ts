/** Lexemes of the index that a post must all have. */
export type Alternative = readonly string[]

export interface Synonyms {
  /** The lexeme of each phrase, its words joined by spaces, that means more than its words. */
  lexemes: ReadonlyMap<string, string>
  /** Which other lexemes give a post one of those that begin with a caret: all of one alternative. */
  meanings: readonly { lexeme: string; alternative: Alternative }[]
  /** The choices of the filter by class, with the phrases that mean each. */
  classes: readonly { name: string; phrases: readonly string[] }[]
  /** Words that a post need not have. */
  ignored: ReadonlySet<string>
  /** Phrases that the answer to a request for a book need not have: editions, boards, what a book is. */
  hints: ReadonlySet<string>
  /** The same, if the request says enough without them. */
  publishers: ReadonlySet<string>
  /** The lexemes of boards that publish one book of a subject, class and part. */
  series: ReadonlySet<string>
  /** Words that look like a misspelt form of each other and are none. */
  apart: ReadonlyMap<string, ReadonlySet<string>>
  /** Those of `lexemes` that have several words, the longest first. */
  phrases: readonly (readonly string[])[]
}

/** The lexeme of a word wherever a post has it: in name, author, class, college, category or stream. */
export const lexemeOf = (word: string) => `~${word}`

/** Splits a text into words as the search index does (`search_words` in the database). */
export type SplitWords = (texts: string[]) => Promise<string[][]>

/** Parses synonyms.txt, which explains its lines. */
export async function parseSynonyms(file: string, splitWords: SplitWords): Promise<Synonyms> {
  const lines = file
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))
    .map(parseLine)
  const wordsOf = await splitAll(
    lines.flatMap(({ from, to }) => [...from, ...to]),
    splitWords,
  )

  const alternativesOf = new Map<string, Alternative[]>()
  const add = (key: string, more: Alternative[]) =>
    alternativesOf.set(key, withoutDoubles([...(alternativesOf.get(key) ?? []), ...more]))
  const classes: { name: string; phrases: string[] }[] = []
  const phrasesOf = ({ from }: Line) => from.map((phrase) => wordsOf(phrase).join(' '))
  const labelled = (label: Label) => lines.filter((line) => line.label === label).map(phrasesOf)
  for (const { label, from, to } of lines.filter((line) => line.label === 'class' || line.label === null)) {
    const phrases = from.map(wordsOf)
    const isClass = label === 'class'
    if (isClass)
      classes.push({ name: from[0]!, phrases: [...phrases, ...to.map(wordsOf)].map((words) => words.join(' ')) })
    for (const phrase of phrases) {
      const own = to.length > 0 ? [phrase, ...to.map(wordsOf)] : phrases
      // The index has the class of each post, whatever the post calls it.
      add(phrase.join(' '), isClass ? [[`=class ${from[0]}`]] : own.map(alternativeOf))
    }
  }
  // `12 > class 12`: all that class 12 stands for.
  for (const { from, to } of lines.filter((line) => line.to.length > 0 && line.label !== 'class')) {
    for (const phrase of from)
      add(
        wordsOf(phrase).join(' '),
        to.flatMap((one) => alternativesOf.get(wordsOf(one).join(' ')) ?? []),
      )
  }
  const phrases = Array.from(alternativesOf.keys(), (key) => key.split(' ')).filter(({ length }) => length > 1)
  const { lexemes, meanings } = nameMeanings(alternativesOf)
  return {
    lexemes,
    meanings,
    classes,
    ignored: new Set(labelled('ignored').flat()),
    hints: new Set(labelled('hint').flat()),
    publishers: new Set(labelled('publisher').flat()),
    series: new Set(
      labelled('series')
        .flat()
        .map((phrase) => lexemes.get(phrase) ?? lexemeOf(phrase)),
    ),
    apart: othersOf(labelled('apart')),
    phrases: phrases.toSorted((one, other) => other.length - one.length),
  }
}

/** Each word with the others of its lists. */
function othersOf(lists: string[][]) {
  const others = new Map<string, Set<string>>()
  for (const list of lists)
    for (const word of list)
      others.set(word, new Set([...(others.get(word) ?? []), ...list.filter((one) => one !== word)]))
  return others
}

/** The lexemes, and those by which a post has them. */
export const lexemesMeant = (alternatives: readonly Alternative[], synonyms: Synonyms) =>
  alternatives.flat().flatMap((lexeme) => [lexeme, ...(meaningsIn(synonyms).get(lexeme) ?? [])])

const meaningsOf = new WeakMap<Synonyms, Map<string, string[]>>()

function meaningsIn(synonyms: Synonyms) {
  const known = meaningsOf.get(synonyms)
  if (known) return known
  const meanings = new Map<string, string[]>()
  for (const { lexeme, alternative } of synonyms.meanings)
    if (alternative.length === 1) meanings.set(lexeme, [...(meanings.get(lexeme) ?? []), alternative[0]!])
  meaningsOf.set(synonyms, meanings)
  return meanings
}

/** What a filter asks for, such as `=kind note`, is a lexeme as it is. */
const alternativeOf = (words: readonly string[]) => words.map((word) => (word.startsWith('=') ? word : lexemeOf(word)))

/** One lexeme for all phrases that mean the same, named after the first of them. */
function nameMeanings(alternativesOf: ReadonlyMap<string, Alternative[]>) {
  const named = new Map<string, { lexeme: string; alternatives: Alternative[] }>()
  const lexemes = new Map<string, string>()
  for (const [phrase, alternatives] of alternativesOf) {
    const [only, ...others] = alternatives
    if (only?.length === 1 && others.length === 0) {
      lexemes.set(phrase, only[0]!)
      continue
    }
    const key = alternatives
      .map((one) => one.join(' '))
      .toSorted()
      .join('|')
    const meaning = named.get(key) ?? { lexeme: `^${phrase}`, alternatives }
    named.set(key, meaning)
    lexemes.set(phrase, meaning.lexeme)
  }
  const meanings = [...named.values()].flatMap(({ lexeme, alternatives }) =>
    alternatives.map((alternative) => ({ lexeme, alternative })),
  )
  return { lexemes, meanings }
}

const labels = ['class', 'ignored', 'hint', 'publisher', 'series', 'apart'] as const
type Label = (typeof labels)[number]
const labelPattern = new RegExp(`^(?:(${labels.join('|')}):)?(.*)$`)

interface Line {
  label: Label | null
  /** These mean the same; or each of them stands for all of `to`, where there are any. */
  from: string[]
  to: string[]
}

function parseLine(line: string): Line {
  const [, label = null, text = ''] = labelPattern.exec(line)!
  const [from = [], to = []] = text.split('>').map((list) =>
    list
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  )
  return { label: label as Label | null, from, to }
}

/** What a filter asks for stays as it is. */
async function splitAll(texts: string[], splitWords: SplitWords) {
  const split = await splitWords(texts)
  const words = new Map(texts.map((text, n) => [text, text.startsWith('=') ? [text] : split[n]!]))
  return (text: string) => words.get(text)!
}

export const withoutDoubles = (alternatives: Alternative[]) => [
  ...new Map(alternatives.map((one) => [one.join(' '), one])).values(),
]
