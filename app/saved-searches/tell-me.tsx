import { Link, useFetcher } from 'react-router'

import { logInPath } from '#app/access/log-in-path.ts'
import { myRequestsPath, savedSearchPath } from '#app/access/paths.ts'
import { useRole } from '#app/accounts/use-viewer.ts'
import { AnswerNotice } from '#app/forms/answer-notice.tsx'
import type { Answer } from '#app/forms/forms.ts'
import { type Search, searchPath } from '#app/posts/search/search-filters.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

import { savedQuery } from './describe-search.ts'

interface TellMeProps {
  search: Search
  isSaved: boolean
}

/** The button by which people are told when a search finds something new. Visitors log in first, and are back on the search. */
export function TellMe({ search, isSaved }: TellMeProps) {
  const role = useRole()
  const fetcher = useFetcher<Answer>()
  const query = savedQuery(search)
  if (query === '') return null
  if (role === 'visitor')
    return (
      <ButtonLink to={logInPath(searchPath(search))} className="-mx-4">
        <Icon name="bell" /> Tell me when something appears
      </ButtonLink>
    )
  // What was pressed shows at once.
  const sent = fetcher.formData?.get('tell')
  const isOn = sent === undefined ? isSaved : sent === 'on'
  return (
    <fetcher.Form method="post" action={savedSearchPath} className="flex flex-wrap items-center gap-x-2">
      <AnswerNotice answer={fetcher.data} />
      <input type="hidden" name="search" value={query} />
      <input type="hidden" name="back" value={searchPath(search)} />
      {/* Always there, so that it is announced when it changes. */}
      <span aria-live="polite" className="text-sm">
        {isOn && (
          <>
            We tell you when something appears. <Link to={myRequestsPath}>See all</Link>
          </>
        )}
      </span>
      <Button type="submit" name="tell" value={isOn ? 'off' : 'on'} className={isOn ? 'px-2' : '-mx-4'}>
        {isOn ? (
          'Stop'
        ) : (
          <>
            <Icon name="bell" /> Tell me when something appears
          </>
        )}
      </Button>
    </fetcher.Form>
  )
}
