import { describe, expect, test } from 'vitest'

import { choiceCount, countFilters, readSearch, searchPath, withChoice, withoutFilters } from './search-filters.ts'

const read = (query: string) => readSearch(new URLSearchParams(query))

test.each([
  'q=physics&kind=book&class=HS+2nd+Year&field=Science&condition=Good%28used%29&seller=store&district=Jorhat&near=on&from=50&to=200&sort=price&shown=48',
  'kind=note&kind=course',
  'district=Jorhat&district=Majuli',
  'to=0',
])('%s is the same after it was read', (query) => expect(searchPath(read(query))).toBe(`/search?${query}`))

describe('what cannot be meant is left out', () => {
  test.each([
    ['kind=car&condition=Torn&seller=robot&district=Delhi&sort=magic&shown=7', '/search'],
    ['sort=constructor&field=', '/search'],
    ['from=abc&to=-5', '/search'],
    ['from=₹1,250', '/search?from=1250'],
    ['from=200&to=100', '/search?from=100&to=200'],
    ['shown=1e9', '/search?shown=240'],
    ['shown=30', '/search?shown=48'],
    ['near=on', '/search'],
    ['q=+a%00b+', '/search?q=a+b'],
    ['kind=book&kind=book', '/search?kind=book'],
  ])('%s', (query, path) => expect(searchPath(read(query))).toBe(path))
})

test('a choice more or less starts with the first results again', () => {
  const search = read('q=physics&kind=book&shown=48')
  expect(searchPath(withChoice(search, 'kind', 'note', true))).toBe('/search?q=physics&kind=book&kind=note')
  expect(searchPath(withChoice(search, 'kind', 'book', false))).toBe('/search?q=physics')
})

test('filters are counted, and cleared without the words and the order', () => {
  const search = read('q=physics&kind=book&district=Jorhat&from=1&to=2&sort=price')
  expect(countFilters(search)).toBe(3)
  expect(searchPath(withoutFilters(search))).toBe('/search?q=physics&sort=price')
})

test('a count says when there may be more', () => {
  expect([choiceCount(undefined, false), choiceCount(0, true), choiceCount(12, false)]).toEqual(['0', '0', '12'])
  expect([choiceCount(12, true), choiceCount(100, false), choiceCount(300, true)]).toEqual(['12+', '100+', '100+'])
})
