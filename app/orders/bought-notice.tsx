import { type ComponentProps, useEffect } from 'react'

import { AnswerNotice } from '#app/forms/answer-notice.tsx'

import { dropDraft } from './order-draft.ts'

/** The answer of the purchase form. Once it is bought, the next purchase begins with an empty form. */
export function BoughtNotice(props: ComponentProps<typeof AnswerNotice>) {
  const isBought = props.answer?.notice?.kind === 'success'
  useEffect(() => {
    if (isBought) dropDraft()
  }, [isBought])
  return <AnswerNotice {...props} />
}
