import * as z from 'zod/mini'

import {
  emailAddress,
  optionalPhoneNumber,
  phoneNumber,
  pinNumber,
  requiredText,
  textMax,
  tooLongText,
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

const optional = <Schema extends z.ZodMiniType<string>>(schema: Schema) =>
  z._default(z.union([z.literal(''), schema]), '')

/** What the purchase form is filled in with. */
export const BuyerDetails = z.object({
  name: requiredText('Name'),
  phone: phoneNumber,
  alternativePhone: optionalPhoneNumber,
  email: optional(emailAddress),
  pin: optional(pinNumber),
  address: z._default(z.string().check(z.trim(), z.maxLength(textMax, tooLongText('Address', textMax))), ''),
})
export type BuyerDetails = z.infer<typeof BuyerDetails>

export const buyerDetailsLimit = { of: 'changes of your address', perPerson: 30, perAddress: 300, minutes: 60 }

/** Courses are sent by e-mail, everything else to an address. */
export const orderRules = (kind: PostKind) => (kind === 'course' ? NewCourseOrder : NewOrder)

export type NewOrder = z.infer<ReturnType<typeof orderRules>>
