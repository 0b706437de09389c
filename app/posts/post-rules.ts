import * as z from 'zod/mini'

import { formatPaise, maxPaise, parsePaise } from '#app/format/money.ts'
import { nameMax, requiredText, tooLongText } from '#app/forms/field-rules.ts'

import { isbnDigits, toIsbn13 } from './isbn-rules.ts'

export type PostKind = 'book' | 'novel' | 'note' | 'course'

export const newPostLimit = { of: 'new posts', perPerson: 100, perAddress: 1_000, minutes: 60 }
/** Each edit and each deletion has the lists of its kind rendered anew. */
export const postChangeLimit = { of: 'changes of posts', perPerson: 200, perAddress: 2_000, minutes: 60 }

export const publishYears = Array.from({ length: 26 }, (_, n) => String(2025 - n))

export const requiredChoice = (label: string, options: readonly string[]) => {
  const missing = `${label} is required`
  return z.string(missing).check(
    z.minLength(1, missing),
    z.refine((value) => value === '' || options.includes(value), notAnOption(label)),
  )
}

const notAnOption = (label: string) => `Choose one of the options for ${label}`

const priceMessage = 'Enter a price such as 250, 250.50 or 1,250'
const tooMuchMessage = `The price is too high: ${formatPaise(maxPaise)} at most`

/** Parses a typed price; an empty one becomes null. */
const toPaise = z.transform((text: string, form) => {
  if (text === '') return null
  const paise = parsePaise(text)
  if (paise !== null && paise <= maxPaise) return paise
  form.issues.push({ code: 'custom', input: text, message: paise === null ? priceMessage : tooMuchMessage })
  return z.NEVER
})

export const optionalPrice = z.pipe(z._default(z.string().check(z.trim()), ''), toPaise)

export const requiredPrice = (label: string) => z.pipe(requiredText(label), z.pipe(toPaise, z.number()))

/**
 * Refuses a selling price above the original price, which is a typing mistake.
 * @param currentPaise The price of the edited post, which is kept if the field is empty.
 */
export function checkPrices(currentPaise: number | null = null) {
  return ({ value, issues }: { value: Record<string, unknown>; issues: z.core.$ZodRawIssue[] }) => {
    const price = typeof value.price === 'number' ? value.price : currentPaise
    const { sellingPrice } = value
    if (price === null || typeof sellingPrice !== 'number' || sellingPrice <= price) return
    const message = `Selling Price is more than the original price of ${formatPaise(price)}`
    issues.push({ code: 'custom', path: ['sellingPrice'], input: value, message, continue: true })
  }
}

/** One of the options; undefined if none is chosen, which leaves an edited post as it is. */
export const keptChoice = (label: string, options: readonly string[]) =>
  z.pipe(
    z._default(z.string().check(z.refine((value) => value === '' || options.includes(value), notAnOption(label))), ''),
    z.transform((value: string) => value || undefined),
  )

export const optionalText = (label: string, { max = nameMax } = {}) =>
  z._default(z.string().check(z.trim(), z.maxLength(max, tooLongText(label, max))), '')

export const optionalYear = z.pipe(
  z._default(
    z.string().check(z.refine((year) => year === '' || publishYears.includes(year), 'Choose a year from 2000 to 2025')),
    '',
  ),
  z.transform((year: string) => (year === '' ? null : Number(year))),
)

/** Kept as thirteen digits; null if there is none. */
export const optionalIsbn = z.pipe(
  z._default(z.string().check(z.maxLength(nameMax, tooLongText('ISBN', nameMax))), ''),
  z.transform((typed: string, form) => {
    const digits = isbnDigits(typed)
    if (digits === '') return null
    const isbn = toIsbn13(digits)
    if (typeof isbn === 'object') return isbn.isbn13
    form.issues.push({ code: 'custom', input: typed, message: isbnMessages[isbn], continue: true })
    return z.NEVER
  }),
)

const isbnMessages = {
  'no isbn': 'An ISBN has 10 or 13 digits, and 13 begin with 978 or 979',
  'wrong digits': 'Check the ISBN: its digits do not fit together',
}

export const optionalDiscount = z.pipe(
  z._default(
    z.string().check(
      z.trim(),
      z.refine((text) => /^(\d{1,2}|100)?$/.test(text), 'Enter a whole number of percent from 0 to 100'),
    ),
    '',
  ),
  z.transform((text: string) => (text === '' ? null : Number(text))),
)

export const copiesMax = 9_999

/** How many copies a seller has; null if they are not counted. */
export const optionalCopies = ({ min }: { min: number }) =>
  z.pipe(
    z._default(
      z.string().check(
        z.trim(),
        z.refine(
          (text) => text === '' || (/^\d{1,4}$/.test(text) && Number(text) >= min),
          `Enter a whole number from ${min} to ${copiesMax.toLocaleString('en')}`,
        ),
      ),
      '',
    ),
    z.transform((text: string) => (text === '' ? null : Number(text))),
  )

/** The copies in an edit form: what is typed, and what was shown when the form was opened. */
export const editedCopiesFields = { copies: optionalCopies({ min: 0 }), shownCopies: optionalCopies({ min: 0 }) }

/** The key of an uploaded file; empty without one. */
export const fileKey = z._default(z.string(), '')

/** For books and novels. The third picture is optional. */
export const pictureFields = { picture1: fileKey, picture2: fileKey, picture3: fileKey }
export const tooFewPictures = 'Please upload at least 2 pictures'
export const needsTwoPictures = requireFields(['picture1', 'picture2'], tooFewPictures)

/** For notes and courses. */
export const pdfFields = { pdf1: fileKey, pdf2: fileKey }
export const needsTwoPdfs = requireFields(['pdf1', 'pdf2'], 'Please upload at least 2 PDFs')

function requireFields<Field extends string>(fields: Field[], message: string) {
  return ({ value, issues }: { value: { [name in Field]?: string }; issues: z.core.$ZodRawIssue[] }) => {
    for (const field of fields.filter((name) => !value[name])) {
      issues.push({ code: 'custom', path: [field], input: value, message, continue: true })
    }
  }
}

interface KindFiles {
  /** The storage folder of each picture field. */
  pictures: Record<string, 'images'>
  pdfs: string[]
}

const threePictures: KindFiles = { pictures: { picture1: 'images', picture2: 'images', picture3: 'images' }, pdfs: [] }

export const filesOf: Record<PostKind, KindFiles> = {
  book: threePictures,
  novel: threePictures,
  note: { pictures: {}, pdfs: ['pdf1', 'pdf2'] },
  course: { pictures: { coverImage: 'images' }, pdfs: ['pdf1', 'pdf2'] },
}

export const notAPicture = 'Please upload only PNG, JPG, or JPEG images.'
export const notAPdf = 'Please upload only PDF files.'
