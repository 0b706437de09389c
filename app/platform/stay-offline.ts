/**
 * Without a connection, a link or a form that leads to another page would replace this one with the browser's own error
 * page. It stays instead, and says why. What happens on the page itself is React's to answer, once it has taken over.
 */
export function stayWhenOffline() {
  const stay = (event: Event) => {
    if (navigator.onLine || event.defaultPrevented || !leavesPage(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    say('No connection. This page stays as it is: please try again in a moment.')
  }
  for (const type of ['click', 'submit']) document.addEventListener(type, stay, { capture: true })
}

/** Set by the root component, for scripts that run before it. */
const isTakenOver = () => document.documentElement.dataset.alive !== undefined

export const takeOver = () => {
  document.documentElement.dataset.alive = ''
}

function leavesPage({ type, target }: Event) {
  const { pathname, search } = window.location
  if (type === 'submit') {
    const { method, action } = target as HTMLFormElement
    if (method === 'dialog') return false
    return !isTakenOver() || (method === 'get' && new URL(action).pathname !== pathname)
  }
  const link = (target as Element).closest<HTMLAnchorElement>('a[href^="/"], a[href^="?"]')
  if (!link || link.target) return false
  return link.pathname !== pathname || (!isTakenOver() && link.search !== search)
}

function say(text: string) {
  const box = document.createElement('p')
  box.role = 'alert'
  box.className =
    'fixed inset-x-4 bottom-20 z-40 mx-auto w-fit rounded-md bg-ink px-4 py-3 text-sm text-paper shadow-dialog'
  box.textContent = text
  document.querySelector('body > [role=alert]')?.remove()
  document.body.append(box)
  setTimeout(() => box.remove(), 6_000)
}
