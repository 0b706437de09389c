import * as z from 'zod/mini'

export const nameMax = 200
export const textMax = 5_000

/** Text that must be there, trimmed; a long one says how much is too much. */
export function requiredText(label: string, { max = nameMax } = {}) {
  const missing = `${label} is required`
  return z.string(missing).check(z.trim(), z.minLength(1, missing), z.maxLength(max, tooLongText(label, max)))
}

export const tooLongText = (label: string, max: number) =>
  `${label} is too long: ${max.toLocaleString('en')} characters at most`

export const phoneMessage = 'Please enter a valid 10-digit phone number'

/** The ten digits of an Indian number, however it is written: "+91 98640 00000", "098640-00000". */
function tenDigits(text: string) {
  const digits = text.replaceAll(/[\s().-]/g, '').replace(/^(?:\+91|(?:91|0)(?=[0-9]{10}$))/, '')
  return digits || text.trim() // signs alone are no empty field
}

export const phoneNumber = z.string(phoneMessage).check(z.overwrite(tenDigits), z.regex(/^[0-9]{10}$/, phoneMessage))

/** Empty where there is none. */
export const optionalPhoneNumber = z._default(
  z.string().check(z.overwrite(tenDigits), z.regex(/^([0-9]{10})?$/, phoneMessage)),
  '',
)

const pinMessage = 'PIN is 6 digits, and does not begin with 0'
export const pinNumber = z.string(pinMessage).check(z.trim(), z.regex(/^[1-9][0-9]{5}$/, pinMessage))

const emailMessage = 'Please enter a valid e-Mail address'
export const emailAddress = z.string(emailMessage).check(
  z.trim(),
  // What is too long goes no further: of very many dots the pattern tries every pair, for minutes.
  z.maxLength(254, { error: emailMessage, abort: true }),
  z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, emailMessage),
)

/**
 * The idempotency key of a form, a UUID of version 4; null where it has none, because the page is cached for all visitors and
 * has no script, or was loaded before forms had keys.
 */
export const idempotencyKey = z.pipe(
  z._default(z.string().check(z.regex(/^([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})?$/)), ''),
  z.transform((key: string) => key || null),
)

/**
 * For a form whose rule names what is missing in one sentence: that sentence stands on top of the form, beside what
 * each field says for itself.
 */
export function sayWhatIsMissing<Field extends string>(
  labels: Record<Field, string>,
  sentence: (missing: string) => string,
) {
  return (form: { value: Partial<Record<Field, unknown>>; issues: z.core.$ZodRawIssue[] }) => {
    const missing = (Object.keys(labels) as Field[]).filter((field) => !form.value[field])
    if (missing.length === 0) return
    const names = missing.map((field) => labels[field].toLowerCase()).join(', ')
    form.issues.push({ code: 'custom', path: [], input: form.value, message: sentence(names), continue: true })
  }
}
