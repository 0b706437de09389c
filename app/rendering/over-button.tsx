import type { ComponentProps, MouseEvent } from 'react'

import { Button } from '#app/ui/button.tsx'

import { openOver } from './over-page.ts'

const formId = 'over'

/** Once on every page. Without script it leads to the page that would stand over this one. */
export const OverForm = () => <form id={formId} />

interface OverButtonProps extends ComponentProps<typeof Button> {
  /** The path of the page to open. */
  to: string
  /** What is known of it here (`OverPage`). */
  given?: unknown
}

/** Opens a page over the one that it stands on. */
export function OverButton({ to, given, ...button }: OverButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    event.preventDefault()
    event.currentTarget.focus() // closing returns the focus to it; not every browser focuses a clicked button
    openOver(to, given)
  }
  return <Button type="submit" form={formId} formAction={to} onClick={press} {...button} />
}
