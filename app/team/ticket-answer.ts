import type { Answer } from '#app/forms/forms.ts'

export interface TicketAnswer extends Answer {
  /** Whether it is about the settlement of an order. */
  isSettlement?: true
  /** Whether it is about the deeds of moderation. */
  isModeration?: true
}
