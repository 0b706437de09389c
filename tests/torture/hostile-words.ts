import { integer, pick, type Random } from './random.ts'

/** Letters of other scripts that sound as a Latin one does to the search. */
const soundsAs: Record<string, string[]> = {
  a: ['আ', 'अ'],
  b: ['ব', 'ब'],
  c: ['ছ'],
  d: ['দ', 'ড', 'द'],
  e: ['এ', 'ए'],
  g: ['গ', 'ग'],
  h: ['হ', 'ह'],
  i: ['ই', 'ঈ', 'इ'],
  j: ['জ', 'ज'],
  k: ['ক', 'क'],
  l: ['ল', 'ल'],
  m: ['ম', 'म'],
  n: ['ন', 'ণ', 'न'],
  o: ['ও', 'ओ'],
  p: ['প', 'प'],
  r: ['ৰ', 'র', 'र'],
  s: ['স', 'শ', 'স', 'श'],
  t: ['ত', 'ট', 'त'],
  u: ['উ', 'उ'],
  f: ['ফ'],
  v: ['ভ'],
  w: ['ৱ'],
  x: ['স', 'শ', 'ষ'],
  y: ['য'],
  z: ['জ'],
}
const vowels = ['আ', 'ই', 'উ', 'এ', 'ও', '']
export const latinLetters = Array.from('abcdefghijklmnopqrstuvwxyz')

/** This word spelt in many scripts, misspelt, or going on in another way. */
function imitate(random: Random, word: string) {
  const at = integer(random, 1, word.length)
  const letter = pick(random, latinLetters)
  switch (integer(random, 0, 4)) {
    case 0:
      return Array.from(word, (one) => pick(random, [one, ...(soundsAs[one] ?? [])])).join('')
    case 1:
      return word.slice(0, at) + letter + word.slice(at)
    case 2: // in another script, with other vowels
      return Array.from(word, (one) => pick(random, 'aeiou'.includes(one) ? vowels : (soundsAs[one] ?? ['']))).join('')
    case 3:
      return word.slice(0, at - 1) + letter + word.slice(at)
    default:
      return word.slice(0, 4) + letter.repeat(integer(random, 1, 3)) + pick(random, latinLetters)
  }
}

/** The name of a post, with as many words as it can have that are made to stand in the place of this one. */
export function hostileName(random: Random, word: string) {
  let name = imitate(random, word)
  for (;;) {
    const longer = `${name} ${imitate(random, word)}`
    if (longer.length > 200) return name
    name = longer
  }
}

/** Words of searches that can be misspelt. */
export const attackedWords = (searches: readonly string[]) => [
  ...new Set(searches.flatMap((typed) => typed.toLowerCase().match(/[a-z]{4,}/g) ?? [])),
]
