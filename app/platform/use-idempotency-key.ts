import { useState } from 'react'

import { useHasScript } from '#app/ui/use-has-script.ts'

import type { Answer } from './forms.ts'
import { newIdempotencyKey } from './new-idempotency-key.ts'

/**
 * The key for a form's hidden field. `fromServer` serves the HTML that the server rendered, so that the form has a key
 * without script; it is null on pages that are cached for all visitors, where the key is empty until hydration. A form that
 * script opens makes its own. Once a key is used up the next one is made: what is sent next is new.
 */
export function useIdempotencyKey(fromServer: string | null, answer: Answer | undefined) {
  const hasScript = useHasScript()
  const [key, setKey] = useState(() => (hasScript ? newIdempotencyKey() : (fromServer ?? '')))
  const [seen, setSeen] = useState(answer)
  if (answer !== seen) {
    setSeen(answer)
    if (answer?.notice?.kind === 'success' || answer?.isKeyUsed) setKey(newIdempotencyKey())
  }
  if (hasScript && key === '') setKey(newIdempotencyKey())
  return key
}
