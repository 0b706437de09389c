import * as z from 'zod/mini'

import { phoneNumber, requiredText, textMax } from '../platform/field-rules.ts'

export const contactLimit = { of: 'messages', perPerson: 10, perAddress: 200, minutes: 60 }

export const ContactMessage = z.object({
  name: requiredText('Name'),
  phone: phoneNumber,
  reason: requiredText('Reason', { max: textMax }),
})
export type ContactMessage = z.infer<typeof ContactMessage>

export const contactTexts = {
  sent: 'Thanks for your feedback!',
  failed: 'There was an error submitting your message. Please try again.',
}
