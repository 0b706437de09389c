import { lexemesMeant, type Alternative, type Synonyms } from './synonyms.ts'
import { type Part, understandSearch } from './understand-search.ts'

/** What the title of a book says, as somebody wrote it. */
export interface Title {
  /** What another title of the same book must have: the words without class, volume, edition and the like. */
  parts: Part[]
  /** The classes that it names, as the search's filter calls them. */
  classes: string[]
  /** "Part 2" and "Vol. II" are 2. */
  volumes: number[]
  semesters: number[]
}

export function understandTitle(words: readonly string[], synonyms: Synonyms): Title {
  const { rest, ...numbers } = takeNumbers(words)
  const named = withoutPhrases(withoutEdition(rest), synonyms.hints, 2)
  const full = splitParts(named, synonyms)
  const withoutPublisher = splitParts(withoutPhrases(named, synonyms.publishers, 1), synonyms)
  return { ...(withoutPublisher.parts.length > 1 ? withoutPublisher : full), ...numbers }
}

function splitParts(words: string[], synonyms: Synonyms) {
  const { parts } = understandSearch(words, synonyms)
  const ofClass = parts.filter(({ alternatives }) => classesOf(alternatives, synonyms).length > 0)
  const others = parts.filter((part) => !ofClass.includes(part))
  const needed = others.filter(
    ({ typed, alternatives }) => !synonyms.hints.has(typed) && !saysWhatItIs(alternatives, synonyms),
  )
  return {
    parts: firstWithAny(needed, others, parts),
    classes: [...new Set(ofClass.flatMap(({ alternatives }) => classesOf(alternatives, synonyms)))],
  }
}

const firstWithAny = (...lists: Part[][]) => lists.find((list) => list.length > 0) ?? []

/** The classes that these words name: "12", "XII" and "HS 2nd Year" are the same. */
export function understandClass(words: readonly string[], synonyms: Synonyms) {
  const { parts } = understandSearch([...words], synonyms)
  return [...new Set(parts.flatMap(({ alternatives }) => classesOf(alternatives, synonyms)))]
}

const classSign = '=class '
/** Somebody in class 12 may want a book for an entrance examination: this class excludes no other. */
const examsClass = 'Competitive exams'

/** The classes among the lexemes of a post. */
export const classesIn = (lexemes: readonly string[]) =>
  lexemes
    .filter((lexeme) => lexeme.startsWith(classSign))
    .map((lexeme) => lexeme.slice(classSign.length))
    .filter((name) => name !== examsClass)

const classesOf = (alternatives: readonly Alternative[], synonyms: Synonyms) =>
  classesIn(lexemesMeant(alternatives, synonyms))

/** "Book", "novel", "used": of a request, every book is the answer to it. Notes and courses are not. */
const saysWhatItIs = (alternatives: readonly Alternative[], synonyms: Synonyms) =>
  lexemesMeant(alternatives, synonyms).some((lexeme) => /^=(kind (book|novel)|condition )/.test(lexeme))

/** Whether these words ask for notes or courses. */
export const asksForFiles = (parts: readonly Part[], synonyms: Synonyms) =>
  parts.some(({ alternatives }) =>
    lexemesMeant(alternatives, synonyms).some((lexeme) => /^=kind (note|course)$/.test(lexeme)),
  )

const volumeWords = new Set('part pt vol volume bhag khanda paper ভাগ খণ্ড भाग खंड'.split(' '))
const semesterWords = new Set('sem semester'.split(' '))
const numbers = new Map(
  [
    ['1', 'i', 'one', '1st', 'first', 'প্ৰথম', 'প্রথম'],
    ['2', 'ii', 'two', '2nd', 'second', 'দ্বিতীয়'],
    ['3', 'iii', 'three', '3rd', 'third', 'তৃতীয়'],
    ['4', 'iv', 'four', '4th', 'fourth'],
    ['5', 'v', 'five', '5th', 'fifth'],
    ['6', 'vi', 'six', '6th', 'sixth'],
    ['7', 'vii', '7th'],
    ['8', 'viii', '8th'],
  ].flatMap((names, n) => names.map((name) => [name.normalize('NFKD'), n + 1] as const)),
)
const ordinal = /^\d(st|nd|rd|th)$|^(first|second|third|fourth|fifth|sixth)$/
/** "Harry Potter 2". From 5 on it is a class. */
const bareVolume = /^([1-4]|ii|iii|iv)$/

const editionWords = new Set(['edition', 'edn', 'ed'])

/** Takes "part 1", "vol. II", "part 1 and 2", "3rd semester" out of the words. */
function takeNumbers(words: readonly string[]) {
  const rest: string[] = []
  const found: Record<'volumes' | 'semesters', number[]> = { volumes: [], semesters: [] }
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const before = unitOf(words[at + 1])
    const unit = unitOf(word)
    if (ordinal.test(word) && before && !numbers.has(words[at + 2] ?? '')) {
      found[before].push(numbers.get(word)!)
      at++
    } else if (unit && numbers.has(words[at + 1] ?? '')) {
      for (;;) {
        const next = at + (words[at + 1] === 'and' ? 2 : 1)
        const number = numbers.get(words[next] ?? '')
        const isEdition = unitOf(words[at]) === null && editionWords.has(words[next + 1] ?? '') // "part 1, 2nd edition"
        if (number === undefined || isEdition) break
        found[unit].push(number)
        at = next
      }
    } else if (rest.length > 1 && at === words.length - 1 && bareVolume.test(word)) {
      found.volumes.push(numbers.get(word)!)
    } else rest.push(word)
  }
  return { rest, ...found }
}

function unitOf(word = '') {
  if (volumeWords.has(word)) return 'volumes'
  return semesterWords.has(word) ? 'semesters' : null
}

const editionOf =
  '\\d{1,3}(?:st|nd|rd|th)?|first|second|third|fourth|fifth|revised|latest|new|old|updated|international'
/** "42nd ed.", "revised edition 2023", but not "B.Ed". */
const edition = new RegExp(
  `(?: (?:${editionOf}))* (?<! [bm] )(?:${[...editionWords].join('|')})(?: (?:19|20)\\d\\d)?(?= )`,
  'g',
)
/** 2023, and 2023-24. */
const year = / (?:19[5-9]|20[0-4])\d(?: \d\d)?(?= )/g

function withoutEdition(words: readonly string[]) {
  const text = ` ${words.join(' ')} `
  const shorter = text.replace(edition, '').replace(year, '').trim()
  return shorter === '' ? [...words] : shorter.split(' ')
}

/** Leaves out phrases of at least so many words, the longest first, unless nothing would remain. */
function withoutPhrases(words: readonly string[], phrases: ReadonlySet<string>, shortest: number) {
  const rest: string[] = []
  for (let at = 0; at < words.length;) {
    const length = [3, 2, 1].find(
      (size) => size >= shortest && at + size <= words.length && phrases.has(words.slice(at, at + size).join(' ')),
    )
    if (length === undefined) rest.push(words[at]!)
    at += length ?? 1
  }
  return rest.length > 0 ? rest : [...words]
}
