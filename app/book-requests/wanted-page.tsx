import { Form, useLocation } from 'react-router'

import { wantedPath } from '#app/access/paths.ts'
import { signedInViewer } from '#app/access/viewer.ts'
import { findDistrict } from '#app/accounts/account-queries.server.ts'
import { districts } from '#app/accounts/districts.ts'
import { useRole } from '#app/accounts/use-viewer.ts'
import { dbContext } from '#app/platform/context.ts'
import { uploadPathOf } from '#app/posts/selling/upload-path.ts'
import { streams } from '#app/posts/search/stream-rules.ts'
import { synonymsContext } from '#app/posts/search/synonyms-context.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Select } from '#app/ui/field.tsx'

import type { Route } from './+types/wanted-page'
import { describePeople } from './book-request-texts.ts'
import { listWanted, type WantedAsked } from './wanted-queries.server.ts'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const viewer = signedInViewer(context)
  const db = context.get(dbContext)
  const classes = context.get(synonymsContext).classes.map(({ name }) => name)
  const choice = (name: string, options: readonly string[]) => {
    const value = searchParams.get(name)
    return value !== null && options.includes(value) ? value : null
  }
  // Without a filter in the URL, the list is filtered by the viewer's own district.
  const district = searchParams.has('district') ? choice('district', districts) : await findDistrict(db, viewer.id)
  const asked = {
    class: choice('class', classes),
    stream: choice('stream', streams),
    district,
    before: searchParams.get('before'),
  }
  return { ...(await listWanted(db, viewer, asked)), asked, classes }
}

export default function WantedPage({ loaderData: { wanted, next, asked, classes } }: Route.ComponentProps) {
  const role = useRole()
  return (
    <main id="content" className="mx-auto grid w-full max-w-form gap-4 px-4 pt-5 pb-12 md:px-8">
      <PageTitle>Wanted books</PageTitle>
      <h1>Wanted books</h1>
      <p className="text-ink-soft">People ask for these. Post one, and we tell them.</p>
      {/* The key renews the fields when another address is opened. */}
      <Form
        key={String(queryOf(asked))}
        method="get"
        action={wantedPath}
        className="grid items-end gap-3 md:grid-cols-4"
      >
        <Select label="Class" name="class" options={classes} empty="All" defaultValue={asked.class ?? ''} />
        <Select label="Stream" name="stream" options={streams} empty="All" defaultValue={asked.stream ?? ''} />
        <Select label="District" name="district" options={districts} empty="All" defaultValue={asked.district ?? ''} />
        <Button type="submit" variant="line" className="min-h-12">
          Show
        </Button>
      </Form>
      {wanted.length === 0 ? (
        <NothingWanted asked={asked} />
      ) : (
        <ul className="border-b border-rule">
          {wanted.map(({ id, bookName, className, stream, condition, people }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-rule py-3"
            >
              <div className="min-w-0 flex-1 basis-48">
                <h2 className="line-clamp-3 font-sans text-base leading-tight font-semibold tracking-normal wrap-anywhere">
                  {bookName}
                </h2>
                <p className="text-xs wrap-anywhere text-ink-soft">{[className, stream, condition].join(' · ')}</p>
                <p className="text-sm">{describePeople(people)}</p>
              </div>
              {role !== 'visitor' && (
                <ButtonLink to={uploadPathOf(role, bookName)} variant="line">
                  Sell one
                  <span className="sr-only">: {bookName}</span>
                </ButtonLink>
              )}
            </li>
          ))}
        </ul>
      )}
      {next && (
        <ButtonLink to={`?${queryOf({ ...asked, before: next })}`} variant="line" className="justify-self-center">
          Older requests
        </ButtonLink>
      )}
    </main>
  )
}

function queryOf({ before, ...filters }: WantedAsked) {
  const chosen = Object.entries(filters).map(([name, value]): [string, string] => [name, value ?? ''])
  return new URLSearchParams([...chosen, ...(before ? [['before', before]] : [])])
}

function NothingWanted({ asked }: { asked: WantedAsked }) {
  const { pathname } = useLocation()
  const isFiltered = Object.values(asked).some((value) => value !== null)
  return (
    <EmptyState
      title={isFiltered ? 'Nobody asks for a book like that' : 'Nobody asks for a book now'}
      text={isFiltered ? 'Look in all classes and districts.' : 'When somebody does, it shows here.'}
      action={
        isFiltered && (
          <ButtonLink to={`${pathname}?district=`} variant="line">
            See all
          </ButtonLink>
        )
      }
    />
  )
}
