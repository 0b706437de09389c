/** Whether React has taken over the page: for scripts that run before it, and in place of it. */
export const isHydrated = () => document.documentElement.dataset.hydrated !== undefined

export const markHydrated = () => {
  document.documentElement.dataset.hydrated = ''
}
