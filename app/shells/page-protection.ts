/**
 * Blocks copying, cutting, pasting, selecting text, the context menu, printing and the keys of developer tools, and
 * empties the clipboard on the print-screen key. It deters, no more: whoever can read a page can keep it. Typing,
 * moving by keyboard, filling in by the browser and reading by assistive technology are left alone. What style does of
 * it, shells.css says.
 */
export function protectPage() {
  const on = <Type extends keyof DocumentEventMap>(type: Type, handle: (event: DocumentEventMap[Type]) => void) =>
    document.addEventListener(type, handle, { capture: true })
  const block = (event: Event) => event.preventDefault()

  for (const type of ['copy', 'cut', 'paste', 'contextmenu'] as const) on(type, block)
  on('selectstart', (event) => {
    if (!isField(event.target)) block(event)
  })
  on('keydown', (event) => {
    if (isForbidden(event)) block(event)
  })
  on('keyup', ({ key }) => {
    if (key === 'PrintScreen') void navigator.clipboard?.writeText('').catch(() => {}) // a page without focus may not
  })
}

const isField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select') !== null

/** Printing, saving, the source, and developer tools. */
function isForbidden({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) {
  const letter = key.toLowerCase()
  if (key === 'F12') return true
  if (!ctrlKey && !metaKey) return false
  return shiftKey || altKey ? ['i', 'j', 'c', 'k'].includes(letter) : ['p', 's', 'u'].includes(letter)
}
