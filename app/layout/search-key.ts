/** The key `/` leads to the search field from every page, but for who is typing or has a dialog open. */
export function listenForSearchKey() {
  const lead = (event: KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
    if ((event.target as Element).closest('input, textarea, select, dialog')) return
    event.preventDefault()
    const field = document.getElementById('q')
    if (field) field.focus()
    // The page that it leads to focuses its field. Before hydration this loads it.
    else document.querySelector<HTMLElement>('header a[href="/search"]')?.click()
  }
  // In the capture phase: while React hydrates, it stops a key's event before it bubbles.
  document.addEventListener('keydown', lead, { capture: true })
}
