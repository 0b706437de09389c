import { describe, expect, test } from 'vitest'

import { readForm } from '#app/forms/forms.ts'

import { NewBook } from './book.ts'
import { categories } from './category.ts'
import { NewCourse } from './course.ts'
import { editRules } from './edited-post.ts'
import { NewNote } from './note.ts'
import { NewNovel } from './novel.ts'

type Rules = typeof NewBook | typeof NewNovel | typeof NewNote | typeof NewCourse

function read(schema: Rules, fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return readForm(schema, form)
}

const errorsOf = (schema: Rules, fields: Record<string, string>) => {
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

  test.for(['name', 'condition', 'stream'])('without its %s the rule is shown', (field) => {
    expect(errorsOf(NewBook, { ...book, [field]: '' })['']).toBe(
      'Book name, condition, and stream are mandatory fields',
    )
  })

  test.for(['picture1', 'picture2'])('without %s two pictures are asked for', (field) => {
    expect(errorsOf(NewBook, { ...book, [field]: '' })).toEqual({ [field]: 'Please upload at least 2 pictures' })
  })

  test('accepts common ways to write a price, and explains others', () => {
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

  test('accepts only streams, conditions and years of the lists', () => {
    expect(errorsOf(NewBook, { ...book, stream: 'Magic' })).toHaveProperty('stream')
    expect(errorsOf(NewBook, { ...book, condition: 'Mint' })).toHaveProperty('condition')
    expect(errorsOf(NewBook, { ...book, publishYear: '1999' })).toHaveProperty('publishYear')
    expect(read(NewBook, { ...book, publishYear: '2021' })).toMatchObject({ values: { publishYear: 2021 } })
  })
})

describe('a novel', () => {
  test('needs an author, a category and a description as well', () => {
    expect(errorsOf(NewNovel, novel)).toEqual({})
  })

  test.for(['name', 'authorName', 'category', 'condition', 'stream', 'description'])(
    'without its %s the rule is shown',
    (field) => {
      expect(errorsOf(NewNovel, { ...novel, [field]: '' })['']).toBe(
        'All fields including stream are mandatory for novels',
      )
    },
  )
})

const note = {
  name: 'Optics',
  className: '',
  collegeName: '',
  category: 'HSLC (SEBA)',
  otherCategory: '',
  description: '',
  price: '70',
  sellingPrice: '',
  pdf1: 'uploads/1.pdf',
  pdf2: 'uploads/2.pdf',
}

describe.for([
  ['a note', NewNote],
  ['a course', NewCourse],
] as const)('%s', ([, rules]) => {
  test('needs a name, a category, a price and two PDFs', () => {
    expect(read(rules, note)).toMatchObject({ values: { category: 'HSLC (SEBA)', price: 7_000, sellingPrice: null } })
  })

  test.for(['name', 'category'])('without its %s the rule is shown', (field) => {
    expect(errorsOf(rules, { ...note, [field]: '' })['']).toBe('Name and category are mandatory fields')
  })

  test.for(['pdf1', 'pdf2'])('without %s two PDFs are asked for', (field) => {
    expect(errorsOf(rules, { ...note, [field]: '' })).toEqual({ [field]: 'Please upload at least 2 PDFs' })
  })

  test('has one of 12 categories, the last of which the seller types', () => {
    expect(categories).toHaveLength(12)
    expect(errorsOf(rules, { ...note, category: 'Magic' })).toHaveProperty('category')
    expect(errorsOf(rules, { ...note, category: 'Other', otherCategory: ' ' })).toEqual({
      otherCategory: 'Other Category is required',
    })
    const named = read(rules, { ...note, category: 'Other', otherCategory: 'Olympiad' })
    expect(named).toMatchObject({ values: { category: 'Olympiad' } })
    expect(named).not.toHaveProperty('values.otherCategory')
    expect(read(rules, { ...note, otherCategory: 'Olympiad' })).toMatchObject({ values: { category: 'HSLC (SEBA)' } })
  })
})

describe('a course', () => {
  test('may have a discount of whole percent', () => {
    expect(read(NewCourse, { ...note, discount: '30' })).toMatchObject({ values: { discount: 30, coverImage: '' } })
    expect(read(NewCourse, { ...note, discount: '' })).toMatchObject({ values: { discount: null } })
    for (const discount of ['101', '-1', '2.5', '1e1', 'half']) {
      expect(errorsOf(NewCourse, { ...note, discount })).toEqual({
        discount: 'Enter a whole number of percent from 0 to 100',
      })
    }
  })
})

test('no kind is sold for more than its original price', () => {
  for (const [rules, post] of [
    [NewBook, book],
    [NewNovel, novel],
    [NewNote, note],
    [NewCourse, note],
  ] as const) {
    expect(errorsOf(rules, { ...post, price: '99', sellingPrice: '99' })).toEqual({})
    expect(errorsOf(rules, { ...post, price: '99', sellingPrice: '150' })).toEqual({
      sellingPrice: 'Selling Price is more than the original price of ₹99',
    })
  }
})

describe.for([
  ['a book', NewBook, book],
  ['a novel', NewNovel, novel],
] as const)('%s', ([, rules, good]) => {
  test('may have an ISBN, which is kept as thirteen digits', () => {
    expect(read(rules, { ...good, isbn: '' })).toMatchObject({ values: { isbn: null } })
    expect(read(rules, { ...good, isbn: ' 0-306-40615-2 ' })).toMatchObject({ values: { isbn: '9780306406157' } })
  })

  test('has no ISBN that is mistyped', () => {
    expect(errorsOf(rules, { ...good, isbn: '978-0-306-40615-8' })).toEqual({
      isbn: 'Check the ISBN: its digits do not fit together',
    })
    expect(errorsOf(rules, { ...good, isbn: '12345' })).toEqual({
      isbn: 'An ISBN has 10 or 13 digits, and 13 begin with 978 or 979',
    })
  })
})

describe('copies', () => {
  test.each([
    ['', null],
    [' 3 ', 3],
    ['9999', 9_999],
  ])('of a book or novel may be counted: "%s" is %s', (copies, expected) => {
    expect(read(NewBook, { ...book, copies })).toMatchObject({ values: { copies: expected } })
    expect(read(NewNovel, { ...novel, copies })).toMatchObject({ values: { copies: expected } })
  })

  test.each(['0', '10000', '1.5', '-1', '1e3', 'many', '৩'])('of a new post are not %s', (copies) => {
    const message = 'Enter a whole number from 1 to 9,999'
    expect(errorsOf(NewBook, { ...book, copies })).toEqual({ copies: message })
    expect(errorsOf(NewNovel, { ...novel, copies })).toEqual({ copies: message })
  })

  test.each(['student', 'store'] as const)('of a post that a %s edits may be 0, and no more than 9,999', (seller) => {
    for (const [kind, post] of [
      ['book', { ...book, authorName: 'H. C. Verma' }],
      ['novel', novel],
    ] as const) {
      const rules = editRules(seller, { kind, category: null, pricePaise: 100 })
      const copiesOf = (copies: string) => rules.safeParse({ ...post, copies, shownCopies: '2' })
      expect(copiesOf('0')).toMatchObject({ data: { copies: 0, shownCopies: 2 } })
      expect(copiesOf('')).toMatchObject({ data: { copies: null, shownCopies: 2 } })
      expect(copiesOf('10000').error?.issues).toMatchObject([{ path: ['copies'] }])
    }
  })

  test('are not counted of notes and courses', () => {
    for (const rules of [NewNote, NewCourse]) {
      const reading = read(rules, { ...note, copies: '3' })
      expect(reading.ok && 'copies' in reading.values).toBe(false)
    }
  })
})

test('every kind may have one of the 35 districts', () => {
  for (const [rules, post] of [
    [NewBook, book],
    [NewNovel, novel],
    [NewNote, note],
    [NewCourse, note],
  ] as const) {
    expect(read(rules, post)).toMatchObject({ values: { district: null } })
    expect(read(rules, { ...post, district: 'Jorhat' })).toMatchObject({ values: { district: 'Jorhat' } })
    expect(errorsOf(rules, { ...post, district: 'Shillong' })).toEqual({ district: 'Choose one of the districts' })
  }
})
