import type { MouseEvent } from 'react'

import { useIsSaved } from '#app/posts/saved-marks.ts'
import { Button } from '#app/ui/button.tsx'

import { saveFormId } from './save-form.tsx'
import { savingPath } from './saved-texts.ts'
import { changeSaved } from './saving.ts'

/** For a post that is gone, and so cannot be saved again. Needs a `SaveForm` on the page. */
export function RemoveButton({ post }: { post: { id: string; name: string } }) {
  const isSaved = useIsSaved({ ...post, isSaved: true })
  function press(event: MouseEvent<HTMLButtonElement>) {
    event.preventDefault()
    void changeSaved(post, false)
  }
  return (
    <Button
      type="submit"
      form={saveFormId}
      formAction={savingPath(post.id)}
      name="saved"
      value="off"
      onClick={press}
      busy={!isSaved}
    >
      {isSaved ? 'Remove' : 'Removed'}
    </Button>
  )
}
