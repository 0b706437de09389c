/** What shows that somebody is there. */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'wheel', 'scroll'] as const

/** The type of scripts that no browser runs by itself: what starts the page's, and what it finds in the page. */
const waiting = 'text/later'
const preload = 'later'

/**
 * Starts the page's script (React, the router, the page itself) when the first sign of a person comes: who only reads
 * pays for none of it, in data or in time. What a press does before the script is there, the browser does by itself.
 * A page on which something waits for the script (a dialog, somebody's own pages) starts it once it has been painted.
 */
export function startLater() {
  const scripts = document.querySelectorAll<HTMLScriptElement>(`script[type="${waiting}"]`)
  if (scripts.length === 0) return // in development they run by themselves

  const listeners = new AbortController()
  const { signal } = listeners
  const start = () => {
    if (signal.aborted) return
    listeners.abort()
    for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel=${preload}]`)) link.rel = 'modulepreload'
    for (const { dataset, nonce, textContent } of scripts) {
      const running = document.createElement('script')
      Object.assign(running, { type: dataset.type ?? '', nonce, textContent })
      document.head.append(running)
      running.remove()
    }
  }
  const notice = (event: Event) => {
    if (!isOfThePage(event)) start()
  }
  for (const sign of signs) window.addEventListener(sign, notice, { signal, passive: true, capture: true })
  if (document.querySelector('dialog[open], [data-now]') || isRemembered()) whenPainted(start)
}

/** Chromium tells of a pointer that stays where it is when the page below it moves: nobody did anything. */
const isOfThePage = ({ type, movementX, movementY }: Partial<PointerEvent>) =>
  type === 'pointermove' && movementX === 0 && movementY === 0

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

/** Where React Router's scripts begin, at the end of a page. */
export function startOfScripts(page: string) {
  const first = page.lastIndexOf('<script', page.lastIndexOf('>window.__reactRouterContext'))
  return first < 0 ? page.lastIndexOf('</body>') : first
}

/** The server's half: the page's script and the files it needs wait for `startLater`. They stand in the head and at the end. */
export function waitForPerson(page: string, { isNow }: { isNow: boolean }) {
  const head = page.indexOf('</head>')
  const scripts = startOfScripts(page)
  const later = page
    .slice(scripts)
    .replace(
      /(<script[^>]*) type="module" async="">/,
      `$1 type="${waiting}" data-type="module"${isNow ? ' data-now' : ''}>`,
    )
    .replace(/<script(?=[^>]*>window\.__reactRouterContext)/, `$& type="${waiting}"`)
  return (
    page.slice(0, head).replaceAll('<link rel="modulepreload"', `<link rel="${preload}"`) +
    page.slice(head, scripts) +
    later
  )
}
