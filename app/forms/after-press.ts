/**
 * Runs now, or after the current pointer press has become a click: a layout shift between pointerdown and click would
 * move the button away, and the click would be lost.
 */
export function afterPress(run: () => void) {
  if (!isPressing) return run()
  const once = new AbortController()
  for (const end of ['pointerup', 'pointercancel'] as const) {
    document.addEventListener(end, () => (once.abort(), setTimeout(run)), { signal: once.signal })
  }
}

let isPressing = false

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (isPressing = true), { capture: true })
  for (const end of ['pointerup', 'pointercancel'] as const) {
    document.addEventListener(end, () => (isPressing = false), { capture: true })
  }
}
