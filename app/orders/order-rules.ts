import * as z from 'zod/mini'

import {
  emailAddress,
  optionalPhoneNumber,
  phoneNumber,
  pinNumber,
  requiredText,
  textMax,
} from '#app/forms/field-rules.ts'

import type { PostKind } from '../posts/post-rules.ts'

export const maxQuantity = 99

export const orderLimit = { of: 'orders', perPerson: 60, perAddress: 1_000, minutes: 60 }

const quantityMessage = `Quantity is 1 to ${maxQuantity}`
const quantity = z.pipe(
  z.string(quantityMessage).check(z.trim(), z.regex(/^[1-9]\d?$/, quantityMessage)),
  z.transform(Number),
)

const commonFields = {
  /** Idempotency key, created when the dialog opens. */
  key: z.uuid(),
  /** The price that the buyer saw: if it has changed, the order is refused. */
  shownPaise: z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)),
  name: requiredText('Name'),
  phone: phoneNumber,
  alternativePhone: optionalPhoneNumber,
}

const NewOrder = z.object({
  ...commonFields,
  quantity,
  pin: pinNumber,
  address: requiredText('Address', { max: textMax }),
})

const NewCourseOrder = z.object({ ...commonFields, email: emailAddress })

/** Courses are sent by e-mail, everything else to an address. */
export const orderRules = (kind: PostKind) => (kind === 'course' ? NewCourseOrder : NewOrder)

export type NewOrder = z.infer<ReturnType<typeof orderRules>>
