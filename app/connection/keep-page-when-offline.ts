import { isHydrated } from '#app/ui/hydrated.ts'

/**
 * Without a connection, following a link or submitting a form would replace the page with the browser's error page.
 * Cancels that and shows a message. After hydration React handles what stays within the page.
 */
export function keepPageWhenOffline() {
  const cancel = (event: Event) => {
    if (navigator.onLine || event.defaultPrevented || !leavesPage(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    showMessage('No connection. This page stays as it is: please try again in a moment.')
  }
  for (const type of ['click', 'submit']) document.addEventListener(type, cancel, { capture: true })
}

function leavesPage({ type, target }: Event) {
  const { pathname, search } = window.location
  if (type === 'submit') {
    const { method, action } = target as HTMLFormElement
    if (method === 'dialog') return false
    return !isHydrated() || (method === 'get' && new URL(action).pathname !== pathname)
  }
  const link = (target as Element).closest<HTMLAnchorElement>('a[href^="/"], a[href^="?"]')
  if (!link || link.target) return false
  return link.pathname !== pathname || (!isHydrated() && link.search !== search)
}

function showMessage(text: string) {
  const box = document.createElement('p')
  box.role = 'alert'
  box.className =
    'fixed inset-x-4 bottom-20 z-40 mx-auto w-fit rounded-md bg-ink px-4 py-3 text-sm text-paper shadow-dialog'
  box.textContent = text
  document.querySelector('body > [role=alert]')?.remove()
  document.body.append(box)
  setTimeout(() => box.remove(), 6_000)
}
