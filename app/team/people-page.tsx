import { Link } from 'react-router'

import { formatDate } from '#app/format/dates.ts'
import { dbContext } from '#app/platform/context.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'

import type { Route } from './+types/people-page'
import { FindForm } from './find-form.tsx'
import { searchPeople } from './person-queries.server.ts'
import { signedInMember } from './team-member.ts'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const search = (searchParams.get('q') ?? '').trim().slice(0, 200)
  if (search.length < 2) return { search, people: null }
  return { search, people: await searchPeople(context.get(dbContext), signedInMember(context), search) }
}

export default function PeoplePage({ loaderData: { search, people } }: Route.ComponentProps) {
  return (
    <main id="content" className="mx-auto grid w-full max-w-page grid-cols-1 content-start gap-4 px-4 py-4 md:px-6">
      <PageTitle>People</PageTitle>
      <h1 className="text-xl">People</h1>
      <FindForm label="Name, phone, e-mail or id" search={search} />
      {people?.length === 0 && (
        <EmptyState
          title="Nobody is like this"
          text="A phone number has ten digits; an e-mail address is looked for whole."
        />
      )}
      {people && people.length > 0 && (
        <ul className="border-t border-rule bg-paper">
          {people.map(({ id, kind, name, district, createdAt, isSuspended }) => (
            <li key={id}>
              <Link
                to={`/team/people/${id}`}
                className="flex min-h-12 flex-wrap items-center gap-x-4 border-b border-rule px-4 py-2 no-underline hover:bg-leaf"
              >
                <b className="wrap-anywhere">{name}</b>
                <Badge>{kind === 'store' ? 'Store' : 'Student'}</Badge>
                {isSuspended && <Badge>Suspended</Badge>}
                <span className="text-xs text-ink-soft max-md:basis-full md:ml-auto">
                  {district && `${district} · `}since {formatDate(createdAt)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </main>
  )
}
