import * as z from 'zod/mini'

import { nameMax, requiredText, tooLongText } from '../platform/field-rules.ts'
import { formatPaise, maxPaise, parsePaise } from '../platform/money.ts'

export type PostKind = 'book' | 'novel' | 'note' | 'course'

export const streams = [
  ...['Arts', 'Science', 'Commerce', 'Humanities', 'Engineering', 'Medical', 'Law', 'Business Studies'],
  ...['Information Technology', 'Social Sciences', 'Fine Arts', 'Architecture', 'Design', 'Management Studies'],
  ...['Environmental Studies', 'Other'],
]

export const conditions = ['New Book(Brand New)', 'Superb(used)', 'Good(used)', 'Poor(Used)']

export const publishYears = Array.from({ length: 26 }, (_, n) => String(2025 - n))

/** One of a list that the person must choose from. */
export const requiredChoice = (label: string, options: readonly string[]) => {
  const missing = `${label} is required`
  return z.string(missing).check(
    z.minLength(1, missing),
    z.refine((value) => value === '' || options.includes(value), `Choose one of the options for ${label}`),
  )
}

const priceMessage = 'Enter a price such as 250, 250.50 or 1,250'
const tooMuchMessage = `The price is too high: ${formatPaise(maxPaise)} at most`

/** What was typed, as paise; what was left empty, as null. */
const toPaise = z.transform((text: string, form) => {
  if (text === '') return null
  const paise = parsePaise(text)
  if (paise !== null && paise <= maxPaise) return paise
  form.issues.push({ code: 'custom', input: text, message: paise === null ? priceMessage : tooMuchMessage })
  return z.NEVER
})

export const optionalPrice = z.pipe(z._default(z.string().check(z.trim()), ''), toPaise)

export const requiredPrice = (label: string) => z.pipe(requiredText(label), z.pipe(toPaise, z.number()))

export const optionalText = (label: string, { max = nameMax } = {}) =>
  z._default(z.string().check(z.trim(), z.maxLength(max, tooLongText(label, max))), '')

export const optionalYear = z.pipe(
  z._default(
    z.string().check(z.refine((year) => year === '' || publishYears.includes(year), 'Choose a year from 2000 to 2025')),
    '',
  ),
  z.transform((year: string) => (year === '' ? null : Number(year))),
)

/** The keys of a book's or a novel's pictures: two are needed, a third may follow. */
export const pictureFields = {
  picture1: z._default(z.string(), ''),
  picture2: z._default(z.string(), ''),
  picture3: z._default(z.string(), ''),
}

/** Where each of them is kept. */
export const pictures = { picture1: 'images', picture2: 'images', picture3: 'images' } as const

const picturesNeeded = 'Please upload at least 2 pictures'
export const notAPicture = 'Please upload only PNG, JPG, or JPEG images.'

export function needsTwoPictures({
  value,
  issues,
}: {
  value: { picture1?: string; picture2?: string }
  issues: z.core.$ZodRawIssue[]
}) {
  for (const field of ['picture1', 'picture2'] as const) {
    if (!value[field])
      issues.push({ code: 'custom', path: [field], input: value, message: picturesNeeded, continue: true })
  }
}
