import * as z from 'zod/mini'

import { optionalText, requiredChoice } from '../post-rules.ts'

export const other = 'Other'

export const categories = [
  'HSLC (SEBA)',
  'HSLC (CBSE)',
  'Higher Secondary (Arts)',
  'Higher Secondary (Commerce)',
  'Higher Secondary (Science)',
  "Art's (Degree)",
  'Commerce (Degree)',
  'Science (Degree)',
  "Art's (Master Degree)",
  'Commerce (Master Degree)',
  'Science (Master Degree)',
  other,
]

export const categoryFields = {
  category: requiredChoice('Category', categories),
  otherCategory: optionalText('Other Category'),
}

interface CategoryChoice {
  category?: string
  otherCategory?: string
}

export function needsOtherCategory({ value, issues }: { value: CategoryChoice; issues: z.core.$ZodRawIssue[] }) {
  if (value.category !== other || value.otherCategory) return
  const message = 'Other Category is required'
  issues.push({ code: 'custom', path: ['otherCategory'], input: value, message, continue: true })
}

/** Replaces the category Other by what was typed for it. */
export const resolveCategory = <Form extends Required<CategoryChoice>>() =>
  z.transform(({ otherCategory, ...form }: Form) => ({
    ...form,
    category: form.category === other ? otherCategory : form.category,
  }))
