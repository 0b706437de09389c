import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'

import { savedPath } from '#app/access/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/notice.tsx'

import { closeProblem, forgetReport, useSavingReport } from './saving.ts'

/** The id of the form that the Save buttons of all posts submit without script. */
export const saveFormId = 'save-post'

/** Once on every page with Save buttons of somebody signed in. `back`: the page to return to without script. */
export function SaveForm({ back }: { back: string }) {
  const { status, isSaved, problem } = useSavingReport()
  const { key } = useLocation()
  return (
    <>
      <form id={saveFormId} method="post">
        <input type="hidden" name="back" value={back} />
      </form>
      <SavedReport key={key} status={status} isSaved={isSaved} />
      {problem !== null && <Notice open onClose={closeProblem} kind="error" text={problem} />}
    </>
  )
}

/** Says what was saved, with the way to it, for a while or until the page is left. */
function SavedReport({ status, isSaved }: { status: string; isSaved: boolean }) {
  useEffect(() => forgetReport, [])
  return (
    <div
      className={
        isSaved
          ? 'fixed inset-x-4 top-18 z-20 mx-auto flex max-w-100 items-center gap-x-3 rounded-md border border-rule bg-sheet pl-4 text-sm shadow-menu'
          : 'sr-only'
      }
    >
      <output className="min-w-0 grow truncate py-3">{status}</output>
      {isSaved && (
        <>
          <Link to={savedPath} className="inline-flex min-h-11 flex-none items-center font-medium text-accent-ink">
            See Saved
          </Link>
          <Button square onClick={forgetReport}>
            <Icon name="close" />
            <span className="sr-only">Close</span>
          </Button>
        </>
      )}
    </div>
  )
}
