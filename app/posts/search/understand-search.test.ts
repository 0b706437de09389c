import { describe, expect, test } from 'vitest'

import { parseSynonyms, type Synonyms } from './synonyms.ts'
import { understandSearch } from './understand-search.ts'

const words = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const synonyms = await parseSynonyms(
  `
  # a comment
  class: HS 2nd Year, class 12, xii
  class: Exams > APSC, UPSC
  12 > class 12
  maths, mathematics
  notes > =kind note
  ignored: the, of
  `,
  async (texts) => texts.map(words),
)

const understand = (typed: string) => understandSearch(words(typed), synonyms)
const partsOf = (typed: string) =>
  understand(typed).parts.map(({ alternatives }) => alternatives.map((one) => one.join(' ')))

const alternativesOf = ({ meanings }: Synonyms, lexeme: string) =>
  meanings.filter((one) => one.lexeme === lexeme).map(({ alternative }) => alternative.join(' '))

describe('phrases', () => {
  test.each([
    ['physics', [['~physics']]],
    ['class 12 maths', [['=class HS 2nd Year'], ['^maths']]],
    ['12 mathematics', [['^12'], ['^maths']]],
    ['xii', [['=class HS 2nd Year']]],
    ['apsc', [['~apsc']]],
    ['exams', [['=class Exams']]],
    ['notes of physics', [['^notes'], ['~physics']]],
    ['12 physics class', [['=class HS 2nd Year'], ['~physics']]],
    ['year maths 2nd hs', [['=class HS 2nd Year'], ['^maths']]],
    ['class maths 10', [['~class'], ['^maths'], ['~10']]],
    ['the', [['~the']]],
    ['', []],
  ])('%j', (typed, parts) => expect(partsOf(typed)).toEqual(parts))

  test.each([
    ['^maths', ['~maths', '~mathematics']],
    ['^12', ['~12', '~class ~12', '=class HS 2nd Year']],
    ['^notes', ['~notes', '=kind note']],
  ])('a post has %s by any of %j', (lexeme, alternatives) => {
    expect(alternativesOf(synonyms, lexeme)).toEqual(alternatives)
  })
})

describe('prices', () => {
  test.each([
    ['physics under 200', { priceFrom: null, priceTo: 200 }],
    ['below rs 300 physics', { priceFrom: null, priceTo: 300 }],
    ['less than 150 rupees physics', { priceFrom: null, priceTo: 150 }],
    ['physics above 100', { priceFrom: 100, priceTo: null }],
    ['physics 100 to 250', { priceFrom: 100, priceTo: 250 }],
    ['physics 200 rs', { priceFrom: null, priceTo: 200 }],
    ['free physics', { priceFrom: null, priceTo: 0 }],
  ])('%j', (typed, prices) => {
    expect(understand(typed)).toMatchObject(prices)
    expect(partsOf(typed)).toEqual([['~physics']])
  })

  test('a number alone is a word', () => {
    expect(understand('physics 200')).toMatchObject({ priceFrom: null, priceTo: null })
    expect(partsOf('physics 200')).toEqual([['~physics'], ['~200']])
  })

  test('cheap asks for the cheapest first', () => {
    expect(understand('cheap physics')).toMatchObject({ isCheapest: true })
    expect(partsOf('cheap physics')).toEqual([['~physics']])
  })
})

test('a phrase of the team adds to what the product knows', async () => {
  const both = await parseSynonyms('maths, mathematics\nmaths, ganit', async (texts) => texts.map(words))
  expect(alternativesOf(both, both.lexemes.get('maths')!)).toEqual(['~maths', '~mathematics', '~ganit'])
})
