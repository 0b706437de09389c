import * as z from 'zod/mini'

export const nameMax = 200
export const textMax = 5_000

/** Trimmed, not empty, and at most `max` characters. */
export function requiredText(label: string, { max = nameMax } = {}) {
  const missing = `${label} is required`
  return z.string(missing).check(z.trim(), z.minLength(1, missing), z.maxLength(max, tooLongText(label, max)))
}

export const tooLongText = (label: string, max: number) =>
  `${label} is too long: ${max.toLocaleString('en')} characters at most`

export const phoneMessage = 'Please enter a valid 10-digit phone number'

/** The ten digits of an Indian number in any notation: "+91 98640 00000", "098640-00000". */
function tenDigits(text: string) {
  const digits = text.replaceAll(/[\s().-]/g, '').replace(/^(?:\+91|(?:91|0)(?=[0-9]{10}$))/, '')
  return digits || text.trim() // only punctuation is invalid, not empty
}

export const phoneNumber = z.string(phoneMessage).check(z.overwrite(tenDigits), z.regex(/^[0-9]{10}$/, phoneMessage))

/** An empty string if there is none. */
export const optionalPhoneNumber = z._default(
  z.string().check(z.overwrite(tenDigits), z.regex(/^([0-9]{10})?$/, phoneMessage)),
  '',
)

const pinMessage = 'PIN is 6 digits, and does not begin with 0'
export const pinNumber = z.string(pinMessage).check(z.trim(), z.regex(/^[1-9][0-9]{5}$/, pinMessage))

const emailMessage = 'Please enter a valid e-Mail address'
export const emailAddress = z.string(emailMessage).check(
  z.trim(),
  // Aborts on long input: the pattern below backtracks for minutes over very many dots.
  z.maxLength(254, { error: emailMessage, abort: true }),
  z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, emailMessage),
)

export const phoneOrEmail = z.union(
  [phoneNumber, emailAddress],
  'Please enter a 10-digit phone number or an e-mail address',
)

/**
 * The idempotency key of a form, a UUID of version 4. Null if it has none: without script on a page that is cached for
 * all visitors, or in a page loaded before forms had keys.
 */
export const idempotencyKey = z.pipe(
  z._default(z.string().check(z.regex(/^([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})?$/)), ''),
  z.transform((key: string) => key || null),
)

/**
 * A schema check that names all missing fields in one sentence, shown above the form beside the fields' own messages.
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
