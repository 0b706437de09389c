import * as z from 'zod/mini'

import { tooLongText } from '#app/forms/field-rules.ts'

import { type CancelReason, cancelReasons, type Deed, deedNames, rulesOf } from './order-rules.ts'

export const deedLimit = { of: 'changes of orders', perPerson: 300, perAddress: 3_000, minutes: 60 }

const wordsMax = 1_000

const words = z.string().check(z.trim(), z.maxLength(wordsMax, tooLongText('Text', wordsMax)))
const digits = (message: string, count: number) =>
  z
    .pipe(
      z.string(message),
      z.transform((typed: string) => typed.replaceAll(/[\s-]/g, '')),
    )
    .check(z.refine((typed) => new RegExp(`^\\d{${count}}$`).test(typed), message))

/** Which order, and what somebody does with it. */
const common = {
  order: z.uuid(),
  deed: z.enum(deedNames),
  /** Idempotency key. */
  key: z.uuid(),
}

const reasonMissing = 'Choose a reason'

/** What is said with a deed. */
const forms = {
  nothing: z.object(common),
  code: z.object({ ...common, code: digits('Enter the 6 digits that the buyer shows you', 6) }),
  digits: z.object({ ...common, detail: digits('Enter the last 4 digits of the reference', 4) }),
  text: z.object({ ...common, detail: words.check(z.minLength(1, 'Say what is wrong')) }),
  reason: z
    .object({
      ...common,
      reason: z.enum(Object.keys(cancelReasons) as CancelReason[], reasonMissing),
      detail: z._default(words, ''),
    })
    .check(({ value, issues }) => {
      if (value.reason === 'other' && !value.detail)
        issues.push({ code: 'custom', path: ['detail'], input: value, message: 'Say why', continue: true })
    }),
}

export const deedRules = (deed: Deed) => forms[rulesOf(deed).needs ?? 'nothing']
/** For a form whose deed is not known yet. */
export const AnyDeed = forms.nothing
