import type { ReactNode } from 'react'
import { data, Form, Link, redirect, useNavigation } from 'react-router'

import { ticketsPath } from '#app/access/team-map.ts'
import { idKeysContext } from '#app/accounts/id-keys-context.ts'
import { keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { storageContext } from '#app/files/storage/storage-context.ts'
import { formatDate, formatDateTime } from '#app/format/dates.ts'
import { formatPaise } from '#app/format/money.ts'
import { type Answer, readForm } from '#app/forms/forms.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { useForm } from '#app/forms/use-form.ts'
import { configContext, dbContext } from '#app/platform/context.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { ticketStateNames } from '#app/tickets/ticket-texts.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { InlineNotice } from '#app/ui/notice.tsx'

import type { Route } from './+types/person-page'
import { Facts } from './facts.tsx'
import { moderate } from './moderate.server.ts'
import { ModerationForm } from './moderation-form.tsx'
import { daysOf, deedsOn, Moderation, reasonMax } from './moderation-rules.ts'
import { endSessionsOf, makePasswordLink, readIdNumber } from './person-deeds.server.ts'
import { PersonDeed } from './person-rules.ts'
import { isPerson, type Person, readPerson } from './person-queries.server.ts'
import { signedInMember } from './team-member.ts'
import { teamTexts } from './team-texts.ts'

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const member = signedInMember(context)
  const person = await readPerson(context.get(dbContext), member, id)
  if (!person) throw data(null, 404)
  return { person, deeds: deedsOn('person', member.role) }
}

interface PersonAnswer extends Answer {
  isModeration?: true
  /** Shown once. */
  link?: string
  idNumber?: string
}

export async function action({ context, params: { id }, request, url }: Route.ActionArgs) {
  const member = signedInMember(context)
  const db = context.get(dbContext)
  if (!(await isPerson(db, id))) throw data(null, 404)
  const sent = await readFormData(request)
  if (sent.has('moderate')) {
    const form = readForm(Moderation, sent)
    if (!form.ok) return data<PersonAnswer>({ isModeration: true, errors: form.errors, typed: form.typed }, 400)
    const { moderate: deed, reason, days } = form.values
    if (!deedsOn('person', member.role).includes(deed)) throw data(null, 404)
    const about = { member, thing: 'person' as const, id, deed, reason, days: daysOf(days) }
    if (!(await moderate(db, context.get(storageContext), about)))
      return data<PersonAnswer>({ isModeration: true, errors: { '': teamTexts.personChanged } }, 409)
    throw redirect(url.pathname, 303)
  }

  const form = readForm(PersonDeed, sent)
  if (!form.ok) return data<PersonAnswer>({ errors: form.errors, typed: form.typed }, 400)
  const about = { member, accountId: id, reason: form.values.why }
  if (form.values.deed === 'link') {
    const path = await makePasswordLink(db, about)
    return data<PersonAnswer>({ link: (context.get(configContext).publicUrl ?? url.origin) + path })
  }
  if (form.values.deed === 'id number') {
    const idNumber = await readIdNumber(db, context.get(idKeysContext), about)
    return data<PersonAnswer>({ idNumber: idNumber ?? teamTexts.noIdNumber })
  }
  await endSessionsOf(db, about)
  throw redirect(url.pathname, 303)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPageOnFailure(() => serverAction(), teamTexts.failed)

export default function PersonPage({ loaderData: { person, deeds }, actionData }: Route.ComponentProps) {
  const answer: PersonAnswer | undefined = actionData
  const thing = { reported: 'person' as const, isHidden: false, isSuspended: person.isSuspended }
  return (
    <main id="content" className="mx-auto grid w-full max-w-page grid-cols-1 content-start gap-6 px-4 py-4 md:px-6">
      <PageTitle>{person.name}</PageTitle>
      <header className="grid gap-2">
        <h1 className="text-xl wrap-anywhere">{person.name}</h1>
        <p className="flex flex-wrap gap-2">
          <Badge>{person.kind === 'store' ? 'Store' : 'Student'}</Badge>
          {person.isSuspended && <Badge>Suspended</Badge>}
        </p>
        {person.isSuspended && (
          <p>
            Suspended {person.suspendedUntil ? `until ${formatDate(person.suspendedUntil)}` : 'for good'}:{' '}
            {person.suspendedBecause}
          </p>
        )}
      </header>
      <Facts
        facts={[
          ['Phone', person.phone],
          ['E-mail', `${person.email}${person.isEmailConfirmed ? '' : ' (not confirmed)'}`],
          ['District', person.district],
          ['Class', person.className],
          ['College', person.collegeName],
          ['Address', person.address],
          ['ID', person.idType],
          ['Since', formatDate(person.createdAt)],
          ['Account', person.id],
        ]}
      />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
        <DeedForm person={person} answer={answer?.isModeration ? undefined : answer} />
        <ModerationForm thing={thing} deeds={deeds} answer={answer?.isModeration ? answer : undefined} />
      </div>
      <Lists person={person} />
    </main>
  )
}

function DeedForm({ person, answer }: { person: Person; answer: PersonAnswer | undefined }) {
  const form = useForm(PersonDeed, answer)
  const isSending = useNavigation().state !== 'idle'
  return (
    <section aria-label="Account" className="grid gap-3">
      {answer?.notice && <InlineNotice {...answer.notice} />}
      {answer?.link && (
        <output className="block border-l-4 border-tea bg-tea-tint px-3.5 py-3">
          Give this link to nobody but its owner. It works once, for 30 minutes:{' '}
          <code className="font-mono wrap-anywhere select-all">{answer.link}</code>
        </output>
      )}
      {answer?.idNumber && (
        <output className="block border-l-4 border-tea bg-tea-tint px-3.5 py-3">
          {person.idType}: <code className="font-mono">{answer.idNumber}</code>
        </output>
      )}
      <Form {...form.props} className="grid gap-3">
        <Field label="Why" {...form.field('why')} hint="For the audit" maxLength={reasonMax} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" name="deed" value="link" variant="line" busy={isSending}>
            Make a password link
          </Button>
          <Button type="submit" name="deed" value="sessions" variant="line" busy={isSending}>
            End all sessions
          </Button>
          {person.idType && (
            <Button type="submit" name="deed" value="id number" variant="line" busy={isSending}>
              Show the id number
            </Button>
          )}
        </div>
      </Form>
    </section>
  )
}

function Lists({ person: { posts, orders, ratings, sessions, tickets } }: { person: Person }) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-2">
      <List title="Posts" rows={posts} empty="None">
        {({ id, name, payablePaise, hiddenBecause }) => (
          <Link to={`/team/posts/${id}`} className="flex min-h-11 items-center gap-2">
            <span className="min-w-0 grow truncate">{name}</span>
            {hiddenBecause && <Badge>Hidden</Badge>} {formatPaise(payablePaise)}
          </Link>
        )}
      </List>
      <List title="Orders" rows={orders} empty="None">
        {({ number, itemName, state, side }) => (
          <p className="flex min-h-9 items-center gap-2">
            <span className="font-mono">{number}</span>
            <span className="min-w-0 grow truncate">{itemName}</span>
            {side}, {state}
          </p>
        )}
      </List>
      <List title="Tickets" rows={tickets.map((ticket) => ({ id: String(ticket.number), ...ticket }))} empty="None">
        {({ number, subject, state }) => (
          <Link to={`${ticketsPath}/${number}`} className="flex min-h-11 items-center gap-2">
            <span className="font-mono">{number}</span>
            <span className="min-w-0 grow truncate">{subject}</span>
            {ticketStateNames[state]}
          </Link>
        )}
      </List>
      <List title="Ratings that they got" rows={ratings} empty="None">
        {({ stars, words, by, isHidden }) => (
          <p className="py-1.5">
            {stars} of 5 by a {by} {isHidden && <Badge>Hidden</Badge>}
            {words && <span className="block text-xs wrap-anywhere text-ink-soft">{words}</span>}
          </p>
        )}
      </List>
      <List title="Sessions" rows={sessions} empty="Logged in nowhere">
        {({ browser, seenAt }) => (
          <p className="flex min-h-9 items-center justify-between gap-2">
            {browser ?? 'Unknown browser'} <span className="text-xs text-ink-soft">{formatDateTime(seenAt)}</span>
          </p>
        )}
      </List>
    </div>
  )
}

interface ListProps<Row> {
  title: string
  rows: Row[]
  /** In place of rows. */
  empty: string
  children: (row: Row) => ReactNode
}

function List<Row extends { id: string }>({ title, rows, empty, children }: ListProps<Row>) {
  return (
    <section aria-label={title}>
      <h2 className="mb-1 font-sans text-sm font-semibold tracking-normal">{title}</h2>
      {rows.length === 0 ? (
        <p className="text-ink-soft">{empty}</p>
      ) : (
        <ul className="border-t border-rule bg-paper">
          {rows.map((row) => (
            <li key={row.id} className="border-b border-rule px-3">
              {children(row)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
