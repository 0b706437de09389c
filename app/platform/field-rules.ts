import * as z from 'zod/mini'

export const nameMax = 200
export const textMax = 5_000

/** Text that must be there, trimmed; a long one says how much is too much. */
export function requiredText(label: string, { max = nameMax, missing = `${label} is required` } = {}) {
  return z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(max, `${label} is too long: ${max.toLocaleString('en')} characters at most`),
    )
}

export const phoneMessage = 'Please enter a valid 10-digit phone number'

export const phoneNumber = z.string(phoneMessage).check(z.trim(), z.regex(/^[0-9]{10}$/, phoneMessage))
