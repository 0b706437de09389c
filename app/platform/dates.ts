// Everyone here lives by one clock, and the server's page and the browser's agree on it.
const timeZone = 'Asia/Kolkata'
const day = { year: 'numeric', month: 'numeric', day: 'numeric', timeZone } as const
const shortWithTime = new Intl.DateTimeFormat('en-US', { ...day, hour: 'numeric', minute: '2-digit' })
const indian = new Intl.DateTimeFormat('en-IN', day)

/** 11/14/2025, 6:20 PM */
export function formatDateTime(date: Date) {
  return shortWithTime.format(date).replaceAll('\u202f', ' ') // browsers differ in the space before PM
}

/** 14/11/2025 */
export const formatDate = (date: Date) => indian.format(date)
