import { useState } from 'react'

import { useHasScript } from '#app/ui/use-has-script.ts'

import type { Answer } from './forms.ts'
import { newIdempotencyKey } from './new-idempotency-key.ts'

/**
 * The value of a form's hidden idempotency key field. `fromServer` is the key in the server's HTML, for forms without
 * script; it is null on pages cached for all visitors, which have no key until hydration. A new key is made after the
 * answer used one up.
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
