import { useState } from 'react'

import { InlineNotice, Notice } from '#app/ui/notice.tsx'
import { useHasScript } from '#app/ui/use-has-script.ts'

import type { Answer } from './forms.ts'

interface AnswerNoticeProps {
  answer: Answer | undefined
  /** Once a success was read. */
  onSuccess?: () => void
}

/** What the server answered: a dialog with script; without, the same words in the page. */
export function AnswerNotice({ answer, onSuccess }: AnswerNoticeProps) {
  const hasScript = useHasScript()
  const [closed, setClosed] = useState<typeof answer>()

  const notice = answer?.notice
  if (!notice) return null
  if (!hasScript) return <InlineNotice {...notice} />

  const close = () => {
    setClosed(answer)
    if (notice.kind === 'success') onSuccess?.()
  }
  return <Notice open={closed !== answer} onClose={close} {...notice} />
}
