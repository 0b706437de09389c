import { Notice } from '#app/ui/notice.tsx'

import { closeProblem, useSavingReport } from './saving.ts'

/** The id of the form that the Save buttons of all posts submit without script. */
export const saveFormId = 'save-post'

/** Once on every page with Save buttons of somebody signed in. `back`: the page to return to without script. */
export function SaveForm({ back }: { back: string }) {
  const { status, problem } = useSavingReport()
  return (
    <>
      <form id={saveFormId} method="post">
        <input type="hidden" name="back" value={back} />
      </form>
      <output className="sr-only">{status}</output>
      {problem !== null && <Notice open onClose={closeProblem} kind="error" text={problem} />}
    </>
  )
}
