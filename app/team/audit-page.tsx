import { Form, Link } from 'react-router'

import { auditPath, ticketsPath } from '#app/access/team-map.ts'
import {
  type AskedAudit,
  auditKinds,
  auditQueryOf,
  countFilters,
  eventsOf,
  readAskedAudit,
} from '#app/audit/asked-audit.ts'
import { type AuditRow, listAudit, listAuditedMembers } from '#app/audit/audit-queries.server.ts'
import { auditEventNames, auditKindNames } from '#app/audit/audit-texts.ts'
import { formatDay, formatTime } from '#app/format/dates.ts'
import { dbContext } from '#app/platform/context.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Field, Select } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'

import type { Route } from './+types/audit-page'
import { FilterLinks } from './filter-links.tsx'

/** Reading the audit is not noted in it: owners check the team here, and each look would bury what they look for. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const asked = readAskedAudit(url)
  const [{ rows, next }, members] = await Promise.all([listAudit(db, asked), listAuditedMembers(db)])
  return { asked, rows, next, members, now: new Date() }
}

const pathOf = (asked: AskedAudit) => {
  const query = auditQueryOf(asked)
  return query ? `${auditPath}?${query}` : auditPath
}

export default function AuditPage({ loaderData }: Route.ComponentProps) {
  const { asked, rows, next, members, now } = loaderData
  return (
    <main id="content" className="flex-1">
      <PageTitle>Audit</PageTitle>
      <FilterLinks
        label="Kinds"
        className="px-4 py-2.5 md:border-b md:border-rule md:px-6"
        links={[null, ...auditKinds].map((kind) => ({
          to: pathOf({ ...asked, kind, event: null, before: null }),
          name: kind ? auditKindNames[kind] : 'All',
          isCurrent: kind === asked.kind,
        }))}
      />
      <section aria-labelledby="audit" className="border-rule bg-paper max-md:border-y md:border-b">
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-rule px-4 py-2.5 md:block md:px-6 md:pb-4">
          <h1 id="audit" className="text-xl md:pb-2.5">
            Audit
          </h1>
          <Filters key={auditQueryOf(asked)} asked={asked} members={members} />
        </div>
        {rows.length === 0 ? <NothingNoted asked={asked} /> : <AuditTable rows={rows} members={members} now={now} />}
        {(next !== null || asked.before !== null) && (
          <nav aria-label="Pages" className="flex justify-center gap-2 p-2">
            {asked.before !== null && <ButtonLink to={pathOf({ ...asked, before: null })}>Newest</ButtonLink>}
            {next !== null && <ButtonLink to={pathOf({ ...asked, before: next })}>Older</ButtonLink>}
          </nav>
        )}
      </section>
    </main>
  )
}

type Members = Route.ComponentProps['loaderData']['members']

interface FiltersProps {
  asked: AskedAudit
  members: Members
}

const sheetId = 'filters'

/** Rows of fields on desktops; on phones a sheet that the Filters button opens, also without script. */
function Filters({ asked, members }: FiltersProps) {
  const count = countFilters(asked)
  return (
    <search>
      <Button variant="line" popoverTarget={sheetId} className="md:hidden">
        <Icon name="filter" /> Filters
        {count > 0 && <span className="font-bold">{count}</span>}
      </Button>
      <Form
        id={sheetId}
        popover="auto"
        aria-label="Filters"
        action={auditPath}
        className="inset-x-0 top-auto bottom-0 m-0 max-h-[92dvh] w-full max-w-none grid-cols-2 items-end gap-x-3 gap-y-2.5 overflow-y-auto overscroll-contain rounded-t-xl bg-sheet p-4 text-ink shadow-dialog open:grid backdrop:bg-[var(--scrim)] md:static md:grid md:max-h-none md:grid-cols-3 md:rounded-none md:bg-transparent md:p-0 md:shadow-none xl:grid-cols-[repeat(5,minmax(0,1fr))_auto]"
      >
        {asked.kind && <input type="hidden" name="kind" value={asked.kind} />}
        <Select
          label="What"
          name="event"
          empty="Everything"
          defaultValue={asked.event ?? ''}
          options={eventsOf(asked.kind).map((event) => ({ value: event, label: auditEventNames[event] }))}
        />
        <Select
          label="Who"
          name="member"
          empty="Anybody"
          defaultValue={asked.member}
          options={members.map(({ id, name, hasEnded }) => ({ value: id, label: hasEnded ? `${name} (ended)` : name }))}
        />
        <Field
          label="Person or subject"
          name="about"
          defaultValue={asked.about}
          placeholder="Account id, ticket 2481"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          className="max-md:col-span-full"
        />
        <Field label="From" name="from" type="date" defaultValue={asked.from} />
        <Field label="To" name="to" type="date" defaultValue={asked.to} />
        <div className="flex gap-2 max-md:col-span-full">
          <Button type="submit" variant="ink" className="min-h-12 max-md:grow">
            Show
          </Button>
          {count > 0 && (
            <ButtonLink to={pathOf({ ...asked, ...noFilters })} variant="line" className="min-h-12">
              Clear
            </ButtonLink>
          )}
        </div>
      </Form>
    </search>
  )
}

const noFilters = { event: null, member: '', about: '', from: '', to: '', before: null }

const cell = 'py-2 pr-3 md:last:pr-6 align-baseline wrap-anywhere max-md:p-0 max-md:empty:hidden'
const head = 'py-1.5 pr-3 font-semibold whitespace-nowrap'

interface AuditTableProps {
  rows: AuditRow[]
  members: Members
  now: Date
}

/** On phones each row is a block: what and when, then who and about whom, then the rest. */
function AuditTable({ rows, members, now }: AuditTableProps) {
  return (
    <table className="w-full text-left text-xs max-md:block">
      <caption className="sr-only">What was noted, the newest first</caption>
      <thead className="border-b border-rule bg-leaf max-md:sr-only">
        <tr>
          <th scope="col" className={`${head} pl-6`}>
            When
          </th>
          <th scope="col" className={head}>
            Who
          </th>
          <th scope="col" className={head}>
            What
          </th>
          <th scope="col" className={head}>
            About
          </th>
          <th scope="col" className={head}>
            Subject
          </th>
          <th scope="col" className={head}>
            Reason
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map(({ id, event, by, accountId, accountName, subject, reason, createdAt }) => (
          <tr
            key={id}
            className="border-b border-rule last:border-0 max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-baseline max-md:gap-x-3 max-md:gap-y-0.5 max-md:px-4 max-md:py-2.5"
          >
            <td className={`${cell} whitespace-nowrap text-ink-soft tabular-nums max-md:text-right md:pl-6`}>
              <time dateTime={createdAt.toISOString()}>
                {formatDay(createdAt, now)}, {formatTime(createdAt)}
              </time>
            </td>
            <td className={`${cell} first-letter:uppercase max-md:order-2 xl:whitespace-nowrap`}>{by}</td>
            <th scope="row" className={`${cell} font-semibold max-md:-order-1 max-md:text-sm`}>
              {auditEventNames[event]}
            </th>
            <td className={`${cell} max-md:order-2 max-md:text-right`}>
              {accountId && <Person id={accountId} name={accountName} />}
            </td>
            <td className={`${cell} max-md:order-2`}>{subject && <Subject subject={subject} members={members} />}</td>
            <td className={`${cell} max-md:order-2 max-md:col-span-full`}>{reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The end of the id tells people of the same name apart: its beginning is the time of the sign-up. */
function Person({ id, name }: { id: string; name: string | null }) {
  return (
    <Link to={`/team/people/${id}`} title={id} className="py-1">
      {name ?? 'a deleted account'} <span className="font-mono text-ink-soft">{id.slice(-6)}</span>
    </Link>
  )
}

interface SubjectProps {
  subject: string
  members: Members
}

function Subject({ subject, members }: SubjectProps) {
  const [, what, which] = /^(ticket|member) (\S+)$/.exec(subject) ?? []
  if (what === 'member') return `member ${members.find(({ id }) => id === which)?.name ?? which}`
  if (what !== 'ticket') return subject
  return (
    <Link to={`${ticketsPath}/${which}`} className="py-1 whitespace-nowrap">
      {subject}
    </Link>
  )
}

function NothingNoted({ asked }: { asked: AskedAudit }) {
  if (asked.before !== null) return <EmptyState title="Nothing older" text="This is where the audit begins." />
  if (countFilters(asked) > 0 || asked.kind)
    return <EmptyState title="Nothing was noted" text="Try other days, or fewer filters." />
  return <EmptyState title="Nothing is noted yet" text="What the team does and looks at appears here." />
}
