import { editDistance, isNear } from '#app/posts/search/near-words.ts'
import type { Synonyms } from '#app/posts/search/synonyms.ts'

/** A word as the search spells it, with what it is compared by. */
export interface Spelt {
  word: string
  /** Its rough sound in Latin letters. */
  letters: string
  consonants: string
}

/** `near`: by a slip of the keyboard in a long word. A short one, or the same consonants in another script, prove less. */
export type Likeness = 'same' | 'near' | 'vague' | null

const longLetters = 6

/** Whether somebody who wrote one of the words may have meant the other, by the rules of the search. */
export function likenessOf(asked: Spelt, said: Spelt, synonyms: Synonyms): Likeness {
  if (asked.word === said.word || (asked.letters === said.letters && isLatin(asked) === isLatin(said))) return 'same'
  if (isLatin(asked) !== isLatin(said)) return asked.consonants === said.consonants ? 'vague' : null
  if (firstSound(asked.letters) !== firstSound(said.letters) || !isNear(asked.letters, said.letters)) return null
  if (areApart(asked.word, said.word, synonyms)) return null
  return Math.min(asked.letters.length, said.letters.length) >= longLetters ? 'near' : 'vague'
}

const isLatin = ({ word }: Spelt) => /[a-z0-9]/.test(word)

/** People confuse c with k, f with ph, and so on, but rarely the beginning of a word. */
const firstSound = (letters: string) => sounds[letters[0]!] ?? letters[0]
const sounds: Readonly<Record<string, string>> = { c: 'k', q: 'k', f: 'p', x: 's', z: 'j', v: 'b', w: 'b' }

/** Words with meanings of their own are spelt as they were meant. */
function areApart(one: string, other: string, { lexemes, apart }: Synonyms) {
  const [meaning, otherMeaning] = [lexemes.get(one), lexemes.get(other)]
  if (meaning !== undefined && otherMeaning !== undefined) return meaning !== otherMeaning
  return apart.get(one)?.has(other) ?? false
}

const nearMeanings = new WeakMap<Synonyms, Map<string, readonly string[]>>()
const keptMax = 20_000

/** The lexemes of words with a meaning that a misspelt Latin word may be: "mathmatics" is `^maths`. */
export function meaningsNear(word: string, synonyms: Synonyms): readonly string[] {
  if (word.length < longLetters || synonyms.lexemes.has(word) || !/^[a-z]+$/.test(word)) return []
  const kept = nearMeanings.get(synonyms) ?? new Map<string, readonly string[]>()
  nearMeanings.set(synonyms, kept)
  const known = kept.get(word)
  if (known) return known
  const found = [...synonyms.lexemes]
    .filter(
      ([phrase]) => phrase.length >= longLetters && firstSound(phrase) === firstSound(word) && isNear(word, phrase),
    )
    .filter(([phrase]) => !synonyms.apart.get(phrase)?.has(word))
    .toSorted(([one], [other]) => editDistance(word, one) - editDistance(word, other))
    .map(([, lexeme]) => lexeme)
  if (kept.size >= keptMax) kept.clear()
  kept.set(word, found.slice(0, 1))
  return found.slice(0, 1)
}
