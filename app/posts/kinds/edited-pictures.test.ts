import { describe, expect, test } from 'vitest'

import { readForm } from '#app/forms/forms.ts'

import { orderOfPictures, wantedPictures } from './edited-pictures.ts'
import { editRules } from './edited-post.ts'

const shown = 'images/a.jpg images/b.jpg images/c.jpg'

/** What a form with these fields asks for, as the server reads it. */
function read(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ name: 'Physics', ...fields })) form.append(name, value)
  const reading = readForm(editRules('student', { kind: 'book', category: null, pricePaise: 100 }), form)
  if (!reading.ok) return reading.errors
  if (!('shownPictures' in reading.values)) throw new Error('No form of a book')
  return wantedPictures(reading.values)?.map(({ sent, kept }) => sent || kept) ?? 'as they are'
}

describe('the place of each picture', () => {
  const order = (...places: string[]) =>
    orderOfPictures(Object.fromEntries(places.map((place, n) => [`picture${n + 1}Place`, place])))
      .map((name) => name.slice(-1))
      .join('')

  test('is its own if none is chosen', () => {
    expect(order()).toBe('123')
    expect(order('1', '2', '3')).toBe('123')
  })

  test('moves the others aside where one alone is chosen', () => {
    expect(order('1', '2', '1')).toBe('312')
    expect(order('3', '2', '3')).toBe('231')
    expect(order('2', '2', '3')).toBe('213')
    expect(order('1', '3', '3')).toBe('132')
  })

  test('is the chosen one where all are chosen', () => {
    for (const places of ['123', '132', '213', '231', '312', '321']) {
      const expected = ['1', '2', '3'].map((place) => places.indexOf(place) + 1).join('')
      expect([places, order(...Array.from(places))]).toEqual([places, expected])
    }
  })
})

test('a form that leaves the pictures as it shows them, or has none, asks for nothing', () => {
  expect(read({ shownPictures: shown })).toBe('as they are')
  expect(read({ shownPictures: shown, picture1Place: '1', picture2Place: '2', picture3Place: '3' })).toBe('as they are')
  expect(read({})).toBe('as they are')
})

test('pictures are moved, removed, replaced and added', () => {
  expect(read({ shownPictures: shown, picture3Place: '1' })).toEqual(['images/c.jpg', 'images/a.jpg', 'images/b.jpg'])
  expect(read({ shownPictures: shown, picture1Removed: 'on' })).toEqual(['images/b.jpg', 'images/c.jpg'])
  expect(read({ shownPictures: shown, picture2: 'new' })).toEqual(['images/a.jpg', 'new', 'images/c.jpg'])
  const two = 'images/a.jpg images/b.jpg'
  expect(read({ shownPictures: two, picture3: 'new', picture3Place: '1' })).toEqual([
    'new',
    'images/a.jpg',
    'images/b.jpg',
  ])
  expect(read({ shownPictures: two, picture1: 'new', picture1Removed: 'on' })).toEqual(['new', 'images/b.jpg'])
})

test('two pictures are the least', () => {
  const error = 'Please upload at least 2 pictures'
  expect(read({ shownPictures: shown, picture1Removed: 'on', picture3Removed: 'on' })).toEqual({ picture1: error })
  expect(read({ shownPictures: 'images/a.jpg images/b.jpg', picture2Removed: 'on' })).toEqual({ picture2: error })
  expect(read({ shownPictures: shown, picture1Removed: 'on', picture2Removed: 'on', picture3Removed: 'on' })).toEqual({
    picture1: error,
    picture2: error,
  })
  expect(read({ picture1: 'new' })).toEqual({ picture2: error })
})

test('other places than three are refused', () => {
  expect(read({ shownPictures: shown, picture1Place: '4' })).toHaveProperty('picture1Place')
})
