import * as z from 'zod/mini'

import { ticketClocks } from '#app/tickets/ticket-rules.ts'
import { idempotencyKey, phoneNumber, requiredText, textMax } from '#app/forms/field-rules.ts'

export const contactLimit = { of: 'messages', perPerson: 10, perAddress: 200, minutes: 60 }

export const ContactMessage = z.object({
  key: idempotencyKey,
  name: requiredText('Name'),
  phone: phoneNumber,
  reason: requiredText('Reason', { max: textMax }),
})
export type ContactMessage = z.infer<typeof ContactMessage>

/** As above, by somebody whose name and phone are known. */
export const HelpMessage = z.object({ key: idempotencyKey, reason: requiredText('Message', { max: textMax }) })

const answered = `You hear from us within ${ticketClocks.answerHours} hours.`

export const contactTexts = {
  answered,
  sent: 'Thanks for your feedback!',
  arrived: `Your message has arrived. ${answered}`,
  differs: 'Your message arrived already, as you first wrote it. Press Send Message again to send this one, too.',
  failed: 'There was an error submitting your message. Please try again.',
}
