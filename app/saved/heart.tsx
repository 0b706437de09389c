import type { MouseEvent } from 'react'

import { useIsSaved } from '#app/posts/saved-marks.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

import { saveFormId } from './save-form.tsx'
import { saveButtonId, savingPath } from './saved-texts.ts'
import { changeSaved } from './saving.ts'

export interface HeartProps {
  post: { id: string; name: string; isSaved: boolean }
  /** Where there is room only for the heart: the label is for screen readers. */
  isHeartOnly?: boolean
  variant?: 'line' | 'quiet'
  className?: string
}

export function Heart({ post, isHeartOnly = false, variant, className }: HeartProps) {
  const isSaved = useIsSaved(post)
  function press(event: MouseEvent<HTMLButtonElement>) {
    event.preventDefault()
    void changeSaved(post, !isSaved)
  }
  return (
    <Button
      id={saveButtonId(post.id)} // a form without script returns to it
      type="submit"
      form={saveFormId}
      formAction={savingPath(post.id)}
      name="saved"
      value={isSaved ? 'off' : 'on'}
      aria-pressed={isSaved}
      onClick={press}
      square={isHeartOnly}
      variant={variant}
      className={className}
    >
      <Icon name="heart" className={isSaved ? 'size-5 fill-current!' : 'size-5'} />
      {isHeartOnly ? <span className="sr-only">{isSaved ? 'Saved' : 'Save'}</span> : <Words isSaved={isSaved} />}
    </Button>
  )
}

/** Takes the room of the longer word, so that the button keeps its width. */
function Words({ isSaved }: { isSaved: boolean }) {
  return (
    <span className="grid *:col-start-1 *:row-start-1">
      <span className={isSaved ? 'invisible' : undefined}>Save</span>
      <span className={isSaved ? undefined : 'invisible'}>Saved</span>
    </span>
  )
}
