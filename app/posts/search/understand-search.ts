import { type Alternative, lexemeOf, type Synonyms } from './synonyms.ts'

/** A part of a search that a post must have: one of the alternatives. */
export interface Part {
  /** As it was typed, in the index's spelling. */
  typed: string
  alternatives: readonly Alternative[]
  /** Words of name and author that begin so are as good. */
  beginning?: string
}

export interface Understood {
  parts: Part[]
  priceFrom: number | null
  priceTo: number | null
  /** Whether the words ask for the cheapest. */
  isCheapest: boolean
}

const wordsMax = 12
const noPrices = { priceFrom: null, priceTo: null, isCheapest: false }

/**
 * What the words of a search mean: phrases with the same meaning, prices, words that a post need not have. A name has no
 * prices: "Born Free" is a book.
 */
export function understandSearch(words: string[], synonyms: Synonyms, isName = false): Understood {
  const asked = words.slice(0, wordsMax)
  const { rest, ...prices } = isName ? { rest: asked, ...noPrices } : takePrices(asked)
  const parts = splitPhrases(rest, synonyms).map((typed) => ({ typed, alternatives: [meaningOf(typed, synonyms)] }))
  const needed = parts.filter(({ typed }) => !synonyms.ignored.has(typed))
  // "The" alone is looked for.
  return { ...prices, parts: needed.length > 0 || prices.priceTo !== null || prices.isCheapest ? needed : parts }
}

/** What a post must have that means this phrase. */
export function meaningOf(phrase: string, { lexemes }: Synonyms): Alternative {
  const lexeme = lexemes.get(phrase)
  return lexeme === undefined ? phrase.split(' ').map(lexemeOf) : [lexeme]
}

/** The words and phrases: those that stand together first, then "12 … class" and "science … computer", in the order of their first words. */
function splitPhrases(words: string[], synonyms: Synonyms) {
  const found: { at: number; phrase: string }[] = []
  const single = new Map<number, string>()
  for (let at = 0; at < words.length;) {
    const phrase = synonyms.phrases.find((one) => one.every((word, n) => words[at + n] === word))
    if (phrase) found.push({ at, phrase: phrase.join(' ') })
    else single.set(at, words[at]!)
    at += phrase?.length ?? 1
  }
  for (const phrase of synonyms.phrases) {
    const places = placesOf(phrase, single)
    if (!places) continue
    found.push({ at: Math.min(...places), phrase: phrase.join(' ') })
    for (const at of places) single.delete(at)
  }
  const all = [...found, ...Array.from(single, ([at, phrase]) => ({ at, phrase }))]
  return all.toSorted((one, other) => one.at - other.at).map(({ phrase }) => phrase)
}

/** Where the words of the phrase stand, in any order; null if one does not. */
function placesOf(phrase: readonly string[], words: ReadonlyMap<number, string>) {
  const places: number[] = []
  for (const wanted of phrase) {
    const place = words.entries().find(([at, word]) => word === wanted && !places.includes(at))
    if (!place) return null
    places.push(place[0])
  }
  return places
}

const upTo = new Set(['under', 'below', 'upto', 'within', 'max', 'maximum', 'less'])
const from = new Set(['above', 'over', 'min', 'minimum', 'more'])
const rupees = new Set(['rs', 'rupees', 'rupee', 'inr', 'taka', 'টকা'])
const cheapest = new Set(['cheap', 'cheapest', 'lowest'])

const isAmount = (word: string | undefined) => word !== undefined && /^\d{1,6}$/.test(word)

/** Takes prices out of the words: "under 200", "below rs 300", "100 to 250", "200 rupees", "cheap", "free". */
function takePrices(words: string[]) {
  const rest: string[] = []
  let priceFrom: number | null = null
  let priceTo: number | null = null
  let isCheapest = false
  let isPrice = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const skipped = skipFillers(words, at + 1)
    const amount = words[skipped]
    if (upTo.has(word) && isAmount(amount)) {
      priceTo = Number(amount)
      at = skipped
      isPrice = true
    } else if (from.has(word) && isAmount(amount)) {
      priceFrom = Number(amount)
      at = skipped
      isPrice = true
    } else if (isAmount(word) && words[at + 1] === 'to' && isAmount(words[at + 2])) {
      ;[priceFrom, priceTo] = [Number(word), Number(words[at + 2])]
      at += 2
      isPrice = true
    } else if (rupees.has(word) && isAmount(words[at + 1])) {
      priceTo = Number(words[at + 1])
      at += 1
      isPrice = true
    } else if (isAmount(word) && rupees.has(words[at + 1] ?? '')) {
      priceTo = Number(word)
      at += 1
      isPrice = true
    } else if (rupees.has(word) && isPrice) {
      continue
    } else if (cheapest.has(word)) {
      isCheapest = true
    } else if (word === 'free') {
      priceTo = 0
    } else {
      rest.push(word)
    }
  }
  return { rest, priceFrom, priceTo, isCheapest }
}

/** The place after "than", "rs" and "the" that may stand before an amount. */
function skipFillers(words: string[], at: number) {
  let place = at
  while (words[place] === 'than' || words[place] === 'to' || rupees.has(words[place] ?? '')) place++
  return place
}
