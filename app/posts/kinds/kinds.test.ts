import { describe, expect, test } from 'vitest'

import { readForm } from '#app/platform/forms.ts'

import { NewBook } from './book.ts'
import { NewNovel } from './novel.ts'

function read(schema: typeof NewBook | typeof NewNovel, fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return readForm(schema, form)
}

const errorsOf = (schema: typeof NewBook | typeof NewNovel, fields: Record<string, string>) => {
  const reading = read(schema, fields)
  return reading.ok ? {} : reading.errors
}

const book = {
  name: 'Concepts of Physics',
  authorName: '',
  className: '',
  stream: 'Science',
  condition: 'Good(used)',
  publishYear: '',
  price: '₹495',
  sellingPrice: '',
  picture1: 'images/1.jpg',
  picture2: 'images/2.jpg',
  picture3: '',
}

const novel = {
  ...book,
  name: 'Mrityunjay',
  authorName: 'B. K. Bhattacharya',
  category: 'Fiction',
  description: 'A story.',
}

describe('a book', () => {
  test('needs a name, a condition, a stream, a price and two pictures', () => {
    expect(read(NewBook, book)).toMatchObject({ values: { price: 49_500, sellingPrice: null, publishYear: null } })
  })

  test.for(['name', 'condition', 'stream'])('without its %s the rule is said', (field) => {
    expect(errorsOf(NewBook, { ...book, [field]: '' })['']).toBe(
      'Book name, condition, and stream are mandatory fields',
    )
  })

  test.for(['picture1', 'picture2'])('without %s two pictures are asked for', (field) => {
    expect(errorsOf(NewBook, { ...book, [field]: '' })).toEqual({ [field]: 'Please upload at least 2 pictures' })
  })

  test('takes a price as people write it, and says what it takes', () => {
    expect(read(NewBook, { ...book, price: '1,250.50', sellingPrice: '₹250' })).toMatchObject({
      values: { price: 125_050, sellingPrice: 25_000 },
    })
    expect(errorsOf(NewBook, { ...book, price: '' })).toEqual({ price: 'Original Price is required' })
    expect(errorsOf(NewBook, { ...book, price: 'free' })).toEqual({
      price: 'Enter a price such as 250, 250.50 or 1,250',
    })
    expect(errorsOf(NewBook, { ...book, sellingPrice: '-5' })).toHaveProperty('sellingPrice')
    expect(errorsOf(NewBook, { ...book, price: '10,00,001' })).toEqual({
      price: 'The price is too high: ₹10,00,000 at most',
    })
  })

  test('takes streams, conditions and years from the lists only', () => {
    expect(errorsOf(NewBook, { ...book, stream: 'Magic' })).toHaveProperty('stream')
    expect(errorsOf(NewBook, { ...book, condition: 'Mint' })).toHaveProperty('condition')
    expect(errorsOf(NewBook, { ...book, publishYear: '1999' })).toHaveProperty('publishYear')
    expect(read(NewBook, { ...book, publishYear: '2021' })).toMatchObject({ values: { publishYear: 2021 } })
  })
})

describe('a novel', () => {
  test('needs more', () => {
    expect(errorsOf(NewNovel, novel)).toEqual({})
  })

  test.for(['name', 'authorName', 'category', 'condition', 'stream', 'description'])(
    'without its %s the rule is said',
    (field) => {
      expect(errorsOf(NewNovel, { ...novel, [field]: '' })['']).toBe(
        'All fields including stream are mandatory for novels',
      )
    },
  )
})
