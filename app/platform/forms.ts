import * as z from 'zod/mini'

// Zod tries `new Function` for speed, which the Content-Security-Policy reports as a violation.
z.config({ jitless: true })

/** The first message of each field; under the empty name what is said of the form as a whole. */
export type FormErrors = Record<string, string>

/** What a form's action answers: errors beside the fields, or a notice, with what was typed for the page to show again. */
export interface Answer {
  notice?: { kind: 'error' | 'invalid' | 'success'; text: string }
  errors?: FormErrors
  typed?: Record<string, string>
  /** The form's idempotency key stands for something else already: the next submission needs a new one. */
  isKeyUsed?: true
}

type Reading<T> =
  | { ok: true; values: T; typed: Record<string, string> }
  | { ok: false; errors: FormErrors; typed: Record<string, string> }

/**
 * Reads a form by its schema, the same on the server and in the browser. What was typed comes back with the errors,
 * but for the fields named secret: those never travel back.
 */
export function readForm<Schema extends z.ZodMiniType>(
  schema: Schema,
  form: FormData,
  { secret = [] }: { secret?: readonly string[] } = {},
): Reading<z.output<Schema>> {
  const fields = Object.fromEntries([...form].toReversed().map(([name, value]) => [name, clean(value)])) // the first wins
  const typed: Record<string, string> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string' && !secret.includes(name)) typed[name] = value
  }
  const result = schema.safeParse(fields)
  if (result.success) return { ok: true, values: result.data, typed }

  const errors: FormErrors = {}
  for (const { path, message } of result.error.issues) errors[String(path[0] ?? '')] ??= message
  return { ok: false, errors, typed }
}

/**
 * Browsers end lines as Windows does; PostgreSQL cannot keep a NUL. Of a file input only counts here whether something is
 * chosen: an empty one holds a file without a name.
 */
function clean(value: FormDataEntryValue) {
  if (typeof value !== 'string') return value.name === '' ? '' : 'chosen'
  return value.replaceAll('\r\n', '\n').replaceAll('\0', '')
}
