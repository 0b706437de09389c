// The row that a submitted form must leave, computed without the schemas of the product.
import { streams } from '#app/posts/search/stream-rules.ts'

import type { FieldKind, Row, TriedForm } from './tried-form.ts'

const columns: Record<string, string> = { price: 'pricePaise', sellingPrice: 'sellingPricePaise' }
const kept = new Set<FieldKind | undefined>([
  ...(['text', 'choice', 'optional choice', 'kept choice', 'isbn', 'price', 'number'] as const),
])
/** Stored as null if left empty; other texts are stored as empty strings. */
const nullable = new Set(['alternativePhone', 'idType', 'upiAddress'])
/** Values of fields that are missing in the form. */
const defaults: Record<string, string> = { condition: 'New' }

/** The columns for the values that the schema has parsed. */
export function columnsOf({ fields }: TriedForm, values: Row): Row {
  const row: Row = {}
  for (const [field, value] of Object.entries(values)) {
    if (!kept.has(fields[field])) continue
    if (field === 'price' && value === null) continue // an edit leaves the price as it is
    if (value === undefined) continue // an edit leaves it as it is
    row[columns[field] ?? field] = nullable.has(field) && value === '' ? null : value
  }
  if ('idType' in row) row.sealedIdNumber = row.idType === null ? null : someSealed
  return row
}

/** A placeholder: id-numbers.server.test.ts tests the encryption. */
const someSealed = `v1.00000000.${'a'.repeat(39)}`

/** The expected values of those columns, computed without the schemas, by docs/decisions/ on text and money. */
export function mustBeKept({ fields }: TriedForm, typed: Record<string, string | undefined>): Row {
  const row: Row = {}
  for (const [field, kind] of Object.entries(fields)) {
    const plain = plainOf(typed[field] ?? (kind === 'kept choice' ? '' : defaults[field]))
    const trimmed = plain.trim()
    const column = columns[field] ?? field
    if (phoneFields.has(field) && trimmed !== '') row[column] = digitsOf(plain).slice(-10)
    else if (kind === 'text') row[column] = trimmed === '' && nullable.has(field) ? null : trimmed
    else if (kind === 'choice') row[column] = plain === '' && nullable.has(field) ? null : plain
    else if (kind === 'optional choice') row[column] = plain === '' ? null : plain
    else if (kind === 'kept choice' && plain !== '') row[column] = plain
    else if (kind === 'isbn') row[column] = isbnOf(plain)
    else if (kind === 'number') row[column] = trimmed === '' ? null : Number(trimmed)
    else if (kind === 'price' && (trimmed !== '' || field !== 'price')) row[column] = paiseOf(trimmed)
  }
  if ('otherCategory' in row) {
    if (row.category === 'Other') row.category = row.otherCategory
    delete row.otherCategory
  }
  return row
}

const plainOf = (typed = '') => typed.toWellFormed().replaceAll('\r\n', '\n').replaceAll('\0', '')

const phoneFields = new Set(['phone', 'alternativePhone'])
const digitsOf = (typed: string) => typed.replaceAll(/[^0-9]/g, '')

/** Nothing may precede the last ten digits but a 0 or India's 91; all other characters must be usual separators. */
const isPhone = (typed: string) =>
  /^[\s0-9().+-]*$/.test(typed) && ['', '0', '91'].includes(digitsOf(typed).slice(0, -10))

/** Nothing, or a whole number in digits. */
const isCount = (typed: string, min: number) =>
  Array.from(typed).every((sign) => '0123456789'.includes(sign)) &&
  (typed === '' || (Number(typed) >= min && Number(typed) <= 9_999))

const isDigits = (count: number) => (value: unknown) => new RegExp(`^[0-9]{${count}}$`).test(String(value))
const isFrom = (min: number, max: number) => (value: unknown) =>
  value === null || (Number.isInteger(value) && Number(value) >= min && Number(value) <= max)
const isPrice = isFrom(0, 100_000_000)

/** Whether a column may contain a value, by docs/decisions/. */
const may: Record<string, (value: unknown) => boolean> = {
  phone: isDigits(10),
  alternativePhone: (value) => value === null || isDigits(10)(value),
  pin: (value) => isDigits(6)(value) && !String(value).startsWith('0'),
  email: (value) => /^[^@\s]+@[^@\s]+$/.test(String(value)) && String(value).length <= 254,
  pricePaise: isPrice,
  sellingPricePaise: isPrice,
  discount: isFrom(0, 100),
  quantity: (value) => value !== null && isFrom(1, 99)(value),
  publishYear: isFrom(2000, 2025),
  stream: (value) => streams.includes(String(value)),
  isbn: (value) => value === null || (typeof value === 'string' && isDigits(13)(value) && hasRightEnd(value)),
}
const long = new Set(['description', 'address', 'comment', 'reason'])
const needed = new Set(['name', 'bookName', 'district', 'address', 'reason', 'category', 'condition'])

/** The first column or field that the server should have refused; undefined if none. */
export function wronglyTaken({ name, fields }: TriedForm, typed: Record<string, string | undefined>, row: Row) {
  const wrong = Object.entries(row).find(([column, value]) => {
    if (may[column]) return !may[column](value)
    if (needed.has(column) && value === '') return true
    return typeof value === 'string' && Array.from(value).length > (long.has(column) ? 5_000 : 200)
  })
  if (wrong) return wrong[0]
  const noPhone = [...phoneFields].find((field) => field in fields && !isPhone(plainOf(typed[field])))
  if (noPhone) return noPhone
  const leastCopies = name.startsWith('new ') ? 1 : 0
  const noCopies = ['copies', 'shownCopies'].find(
    (field) => field in fields && !isCount(plainOf(typed[field]).trim(), leastCopies),
  )
  if (noCopies) return noCopies
  if (row.idType && !typed.idNumber?.trim()) return 'an id without its number'
  if (name === 'comment' && row.comment === '') return 'comment'
  const isNew = name.startsWith('new ')
  const files = Object.keys(fields).filter((field) => ['picture1', 'picture2', 'pdf1', 'pdf2'].includes(field))
  return isNew ? files.find((field) => !typed[field]) : undefined
}

const usualInIsbns = /[\s\p{Pd}]/gu

/** Ten digits become thirteen with 978 before them and another check digit. */
function isbnOf(typed: string) {
  const digits = typed.replaceAll(usualInIsbns, '').toUpperCase()
  if (digits.length !== 10) return digits === '' ? null : digits
  const first = `978${digits.slice(0, 9)}`
  return first + checkDigitOf(first)
}

const hasRightEnd = (isbn: string) => checkDigitOf(isbn) === isbn.at(-1)

/** What the first twelve digits and three times every second of them lack to a multiple of ten. */
function checkDigitOf(digits: string) {
  const [odd, even] = [0, 1].map((start) =>
    [0, 2, 4, 6, 8, 10].reduce((sum, at) => sum + Number(digits[at + start]), 0),
  )
  return String((1_000 - odd! - 3 * even!) % 10)
}

/** Computed from the digits alone, without a pattern of prices that could itself be wrong. */
function paiseOf(typed: string) {
  if (typed === '') return null
  const [rupees = '', paise = ''] = typed.replaceAll(/[^0-9.]/g, '').split('.')
  return Number(rupees + paise.padEnd(2, '0'))
}
