import * as z from 'zod/mini'

// Zod tries `new Function` for speed, which the Content-Security-Policy reports as a violation.
z.config({ jitless: true })

/** The first message of each field; the empty name stands for the form as a whole. */
export type FormErrors = Record<string, string>

/** The answer of a form's action: errors or a notice, with the typed values for rendering the form again. */
export interface Answer {
  notice?: { kind: 'error' | 'invalid' | 'success'; text: string }
  errors?: FormErrors
  typed?: Record<string, string>
  /** The idempotency key belongs to other content: the next submission needs a new one. */
  isKeyUsed?: true
}

type Reading<T> =
  | { ok: true; values: T; typed: Record<string, string> }
  | { ok: false; errors: FormErrors; typed: Record<string, string> }

/**
 * Parses a form by its schema, on the server and in the browser. Returns the typed values for rendering the form again,
 * except those of `secret` fields.
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
 * Browsers send CRLF, and PostgreSQL cannot store NUL. A file counts only as chosen or not: an empty file input holds a
 * file without a name.
 */
function clean(value: FormDataEntryValue) {
  if (typeof value !== 'string') return value.name === '' ? '' : 'chosen'
  return value.replaceAll('\r\n', '\n').replaceAll('\0', '')
}
