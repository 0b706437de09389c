import { useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { useHasScript } from '#app/ui/use-has-script.ts'

/** Copies a text. Without script it is not there: the text can be marked and copied. */
export function CopyButton({ text }: { text: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const hasScript = useHasScript()
  if (!hasScript) return null
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      () => {}, // refused by the browser: the text can be marked
    )
  return (
    <Button onClick={copy} className="min-h-12 rounded-none border-l border-rule">
      <Icon name={isCopied ? 'check' : 'copy'} />
      <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
    </Button>
  )
}
