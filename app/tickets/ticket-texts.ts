import type { TicketKind, TicketState } from './ticket-rules.ts'

export const ticketKindNames: Record<TicketKind, string> = {
  request: 'Request',
  message: 'Message',
  report: 'Report',
  problem: 'Problem',
}

/** As the team calls them. */
export const ticketStateNames: Record<TicketState, string> = {
  new: 'New',
  open: 'Open',
  waiting: 'Waiting',
  done: 'Done',
}

/** As the person who asked reads them. */
export const statesForPerson: Record<TicketState, string> = {
  new: 'Received',
  open: 'Our team is on it',
  waiting: 'Waits for you',
  done: 'Ended',
}
