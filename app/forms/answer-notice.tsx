import { useState } from 'react'
import { flushSync } from 'react-dom'

import { InlineNotice, Notice } from '#app/ui/notice.tsx'
import { useHasScript } from '#app/ui/use-has-script.ts'

import type { Answer } from './forms.ts'

interface AnswerNoticeProps {
  answer: Answer | undefined
  /** Called when a success notice is closed. */
  onSuccess?: () => void
}

/** Shows the notice of a form's answer: as a dialog, or without script as a part of the page. */
export function AnswerNotice({ answer, onSuccess }: AnswerNoticeProps) {
  const hasScript = useHasScript()
  const [closed, setClosed] = useState<typeof answer>()

  const notice = answer?.notice
  if (!notice) return null
  if (!hasScript) return <InlineNotice {...notice} />

  const close = () => {
    flushSync(() => setClosed(answer)) // the open dialog would keep the focus from what `onSuccess` focuses
    if (notice.kind === 'success') onSuccess?.()
  }
  return <Notice open={closed !== answer} onClose={close} {...notice} />
}
