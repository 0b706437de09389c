import { deferredPreload, deferredType } from './deferred-scripts.ts'

/** Voice control, screen readers and programs that fill in fields may cause only the last three. */
const inputEvents = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'click', 'input', 'change']

/**
 * Starts the page's deferred scripts on the first user input, so that people who only read download and run none of
 * them. Until then links and forms work as without script. Pages that need the script at once (an open dialog, pages of
 * a signed-in person) start it after the first paint.
 */
export function startOnFirstInput() {
  const scripts = document.querySelectorAll<HTMLScriptElement>(`script[type="${deferredType}"]`)
  if (scripts.length === 0) return // in development nothing is deferred

  function waitForInput() {
    const listeners = new AbortController()
    const { signal } = listeners
    const onInput = (event: Event) => {
      if (isCausedByScrolling(event)) return
      listeners.abort()
      void start()
    }
    for (const type of inputEvents) window.addEventListener(type, onInput, { signal, passive: true, capture: true })
  }

  async function start() {
    if (await downloadUnlessLeft()) run(scripts)
    else waitForInput()
  }

  if (document.querySelector('dialog[open], [data-now]') || hasStoredData()) whenPainted(start)
  else waitForInput()
}

/**
 * Downloads the files of the scripts into the browser's cache. Who follows a link meanwhile does not wait for them: they
 * would compete with the next page for a slow connection. A page that is returned to starts again.
 */
async function downloadUnlessLeft() {
  const download = new AbortController()
  const { signal } = download
  window.addEventListener('beforeunload', () => download.abort(), { signal })
  try {
    const links = document.querySelectorAll<HTMLLinkElement>(`link[rel=${deferredPreload}]`)
    await Promise.all(
      Array.from(links, async (link) => {
        await (await fetch(link.href, { signal })).blob()
        link.rel = 'modulepreload' // as React renders it
      }),
    )
    return true
  } catch {
    return false
  } finally {
    download.abort() // removes the listener
  }
}

function run(scripts: Iterable<HTMLScriptElement>) {
  for (const { dataset, nonce, textContent } of scripts) {
    const running = document.createElement('script')
    Object.assign(running, { type: dataset.type ?? '', nonce, textContent })
    document.head.append(running)
    running.remove()
  }
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

function whenPainted(start: () => Promise<void>) {
  if (document.hidden) void start()
  else requestAnimationFrame(() => setTimeout(() => void start()))
}
