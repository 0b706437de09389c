/** What shows that somebody is there. */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'wheel', 'scroll'] as const

/** The type of a script that no browser runs by itself: entry.server.tsx gives it to the one that starts the page's. */
const waiting = 'text/later'
const preload = 'later'

/**
 * Starts the page's script (React, the router, the page itself) when the first sign of a person comes: who only reads
 * pays for none of it, in data or in time. What a press does before the script is there, the browser does by itself.
 * A page on which something waits for the script (a dialog, somebody's own pages) starts it once it has been painted.
 */
export function startLater() {
  const script = document.querySelector<HTMLScriptElement>(`script[type="${waiting}"]`)
  if (!script) return // in development it starts by itself

  const listeners = new AbortController()
  const { signal } = listeners
  const start = () => {
    if (signal.aborted) return
    listeners.abort()
    for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel=${preload}]`)) link.rel = 'modulepreload'
    const running = document.createElement('script')
    Object.assign(running, { type: 'module', nonce: script.nonce, textContent: script.textContent })
    document.head.append(running)
    running.remove()
  }
  for (const sign of signs) window.addEventListener(sign, start, { signal, passive: true, capture: true })
  if (document.querySelector('dialog[open], [data-now]') || isRemembered()) whenPainted(start)
}

/** Local storage names whoever was signed in: the script sets it straight. */
function isRemembered() {
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

/** The server's half: the page's script, and the files it needs, wait for `startLater`. */
export const waitForPerson = (page: string, { isNow }: { isNow: boolean }) =>
  page
    .replaceAll('<link rel="modulepreload"', `<link rel="${preload}"`)
    .replace(/(<script[^>]*) type="module" async="">/, `$1 type="${waiting}"${isNow ? ' data-now' : ''}>`)
