/**
 * Blocks copying, cutting, pasting, selecting text, the context menu, printing and the keys of developer tools, and
 * empties the clipboard on the print-screen key. This deters casual copying and is no access control. Typing, keyboard
 * navigation, autofill and assistive technology are not affected. The CSS part is in layout.css.
 *
 * The `data-protected` attribute of <html> (root.tsx) sets the level, and changes with the page: `on` blocks everything,
 * `content` leaves form fields alone, and without the attribute nothing is blocked.
 */
export function protectPage() {
  const on = <Type extends keyof DocumentEventMap>(type: Type, handle: (event: DocumentEventMap[Type]) => void) =>
    document.addEventListener(type, (event) => isProtected() && handle(event), { capture: true })
  const block = (event: Event) => event.preventDefault()
  const blockOutsideFields = (event: Event) => {
    if (!isField(event.target)) block(event)
  }

  for (const type of ['copy', 'cut', 'paste', 'contextmenu'] as const) {
    on(type, (event) => (level() === 'content' ? blockOutsideFields : block)(event))
  }
  on('selectstart', blockOutsideFields)
  on('keydown', (event) => {
    if (isBlockedShortcut(event)) block(event)
  })
  on('keyup', ({ key }) => {
    if (key === 'PrintScreen') void navigator.clipboard?.writeText('').catch(() => {}) // fails without focus
  })
}

const level = () => document.documentElement.dataset.protected
const isProtected = () => level() !== undefined

const isField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select') !== null

/** Shortcuts for printing, saving, the source, and developer tools. */
function isBlockedShortcut({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) {
  const letter = key.toLowerCase()
  if (key === 'F12') return true
  if (!ctrlKey && !metaKey) return false
  return shiftKey || altKey ? ['i', 'j', 'c', 'k'].includes(letter) : ['p', 's', 'u'].includes(letter)
}
