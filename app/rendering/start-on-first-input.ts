import { deferredPreload, deferredType } from './deferred-scripts.ts'

/** Voice control, screen readers and programs that fill in fields may cause the events of the last line alone. */
const inputEvents = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'keydown',
  'wheel',
  'scroll',
  'click',
  'input',
  'change',
]

/**
 * Starts the page's deferred scripts on the first user input, so that people who only read download and run none of
 * them. Until then links and forms work as without script. Pages that need the script at once (an open dialog, pages of
 * a signed-in person) start it after the first paint.
 */
export function startOnFirstInput() {
  const scripts = document.querySelectorAll<HTMLScriptElement>(`script[type="${deferredType}"]`)
  if (scripts.length === 0) return // in development nothing is deferred

  const listeners = new AbortController()
  const { signal } = listeners
  const start = () => {
    if (signal.aborted) return
    listeners.abort()
    for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel=${deferredPreload}]`))
      link.rel = 'modulepreload'
    for (const { dataset, nonce, textContent } of scripts) {
      const running = document.createElement('script')
      Object.assign(running, { type: dataset.type ?? '', nonce, textContent })
      document.head.append(running)
      running.remove()
    }
  }
  const onInput = (event: Event) => {
    if (!isCausedByScrolling(event)) start()
  }
  for (const type of inputEvents) window.addEventListener(type, onInput, { signal, passive: true, capture: true })
  if (document.querySelector('dialog[open], [data-now]') || hasStoredData()) whenPainted(start)
}

/** Chromium fires pointermove when the page moves under a resting pointer. */
const isCausedByScrolling = ({ type, movementX, movementY }: Partial<PointerEvent>) =>
  type === 'pointermove' && movementX === 0 && movementY === 0

/** Local storage may name an account that has logged out since: the script updates it. */
function hasStoredData() {
  try {
    return localStorage.length > 0
  } catch {
    return false
  }
}

function whenPainted(run: () => void) {
  if (document.hidden) run()
  else requestAnimationFrame(() => setTimeout(run))
}
