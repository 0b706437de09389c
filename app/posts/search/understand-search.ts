import { type Alternative, lexemeOf, type Synonyms } from './synonyms.ts'

/** A part of a search that a post must have: one of the alternatives. */
export interface Part {
  /** As it was typed, in the index's spelling. */
  typed: string
  alternatives: readonly Alternative[]
}

export interface Understood {
  parts: Part[]
  priceFrom: number | null
  priceTo: number | null
  /** Whether the words ask for the cheapest. */
  isCheapest: boolean
}

const wordsMax = 12

/** What the words of a search mean: phrases with the same meaning, prices, words that a post need not have. */
export function understandSearch(words: string[], synonyms: Synonyms): Understood {
  const { rest, ...prices } = takePrices(words.slice(0, wordsMax))
  const parts: Part[] = []
  for (let at = 0; at < rest.length;) {
    const length = longestPhrase(rest, at, synonyms)
    const phrase = rest.slice(at, at + length)
    const typed = phrase.join(' ')
    parts.push({ typed, alternatives: [meaningOf(typed, synonyms)] })
    at += length
  }
  const needed = parts.filter(({ typed }) => !synonyms.ignored.has(typed))
  // "The" alone is looked for.
  return { ...prices, parts: needed.length > 0 || prices.priceTo !== null || prices.isCheapest ? needed : parts }
}

/** What a post must have that means this phrase. */
export function meaningOf(phrase: string, { lexemes }: Synonyms): Alternative {
  const lexeme = lexemes.get(phrase)
  return lexeme === undefined ? phrase.split(' ').map(lexemeOf) : [lexeme]
}

function longestPhrase(words: string[], at: number, { lexemes, longest }: Synonyms) {
  for (let length = Math.min(longest, words.length - at); length > 1; length--) {
    if (lexemes.has(words.slice(at, at + length).join(' '))) return length
  }
  return 1
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
