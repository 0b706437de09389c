import { randomUUID } from 'node:crypto'

import { HelpMessage } from '#app/contact/contact-rules.ts'
import { NewReport } from '#app/reports/report-rules.ts'
import { Moderation } from '#app/team/moderation-rules.ts'
import { Correction, PersonDeed } from '#app/team/person-rules.ts'
import { TeamCode, TeamLogIn, TeamPassword } from '#app/team/team-rules.ts'
import { Settlement, TicketChange } from '#app/team/ticket-deeds.ts'
import { TicketReply } from '#app/tickets/ticket-rules.ts'

import { keyField, noOwner, text, type TriedForm, uuidOf } from './tried-form.ts'

const id = '01890a5d-ac96-774b-bcce-b302099a8057'

/** About something that does not exist: nothing of it is kept. */
const ofNothing = (
  form: Pick<TriedForm, 'name' | 'rules' | 'who'> & { place: string; good: Record<string, string> },
): TriedForm => ({
  ...form,
  fields: Object.fromEntries(Object.keys(form.good).map((field) => [field, 'not kept'])),
  good: () => form.good,
  place: () => form.place,
  table: null,
  owned: noOwner,
  rest: noOwner,
})

const ticket = '/team/tickets/99999999'

/** What people write to the team, and what the team does: the students of the ground are also logged in as an owner. */
export const teamForms: TriedForm[] = [
  {
    name: 'message to the team',
    rules: HelpMessage,
    fields: { ...keyField, ...text('reason') },
    good: (_, fresh) => ({ key: uuidOf(fresh), reason: 'A question' }),
    who: 'student',
    place: () => '/help',
    table: 'contactMessages',
    owned: ({ id: accountId, phone }) => ({ accountId, phone }),
    rest: ({ id: accountId, phone }) => ({ accountId, phone, name: 'Rina' }),
  },
  ...[
    {
      name: 'reply to the team',
      rules: TicketReply,
      who: 'student' as const,
      place: '/help?reply=on',
      good: { key: randomUUID(), ticket: '99999999', words: 'And tomorrow?' },
    },
    {
      name: 'report',
      rules: NewReport,
      who: 'student' as const,
      place: `/report?post=${id}`,
      good: { reason: 'spam', words: 'Again and again' },
    },
    {
      name: 'log-in of the team',
      rules: TeamLogIn,
      who: 'visitor' as const,
      place: '/team/login',
      good: { email: 'nobody@puthi.example', password: 'a long password' },
    },
    {
      name: 'password of the team',
      rules: TeamPassword,
      who: 'visitor' as const,
      place: '/team/password',
      good: { newPassword: 'a long password' },
    },
    {
      name: 'code of the team',
      rules: TeamCode,
      who: 'visitor' as const,
      place: '/team/login/code',
      good: { code: '123456' },
    },
    {
      name: 'change of a ticket',
      rules: TicketChange,
      who: 'student' as const,
      place: ticket,
      good: { key: randomUUID(), deed: 'answer', words: 'It is on its way.', posts: id },
    },
    {
      name: 'settlement',
      rules: Settlement,
      who: 'student' as const,
      place: ticket,
      good: { how: 'cancel', reason: 'Taken back' },
    },
    {
      name: 'moderation',
      rules: Moderation,
      who: 'student' as const,
      place: `/team/people/${id}`,
      good: { moderate: 'suspend', reason: 'Against the rules', days: '7' },
    },
    {
      name: 'deed with an account',
      rules: PersonDeed,
      who: 'student' as const,
      place: `/team/people/${id}`,
      good: { deed: 'link', why: 'They called' },
    },
    {
      name: 'correction of a post',
      rules: Correction,
      who: 'student' as const,
      place: `/team/posts/${id}`,
      good: { name: 'Physics', authorName: 'B. Das', description: 'As new' },
    },
  ].map(ofNothing),
]
