import { useEffect } from 'react'

/** Keys of the page of tickets: J and K move, Enter opens (as on every link), A answers, T takes, D ends, / searches. */
export function useTicketKeys() {
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event
      if (ctrlKey || metaKey || altKey || isTyping(target)) return
      const deed = deeds[key.toLowerCase()]
      if (deed?.()) event.preventDefault()
    }
    document.addEventListener('keydown', follow)
    return () => document.removeEventListener('keydown', follow)
  }, [])
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')

/** Each returns whether there was something to do. */
const deeds: Record<string, () => boolean> = {
  j: () => move(1),
  k: () => move(-1),
  a: () => focus('[data-key=answer]'),
  t: () => press('[data-key=take]'),
  d: () => press('[data-key=done]'),
  '/': () => focus('#ticket-search'),
}

function move(by: number) {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-ticket]')]
  const at = rows.findIndex((row) => row === document.activeElement)
  const current = at < 0 ? rows.findIndex((row) => row.ariaCurrent === 'true') : at
  const next = rows[Math.min(Math.max(current + by, 0), rows.length - 1)]
  next?.focus()
  return next !== undefined
}

function focus(selector: string) {
  const field = document.querySelector<HTMLElement>(selector)
  field?.focus()
  return field !== null
}

function press(selector: string) {
  const button = document.querySelector<HTMLElement>(selector)
  button?.click()
  return button !== null
}
