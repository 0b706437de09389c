const shortWithTime = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  // Everyone here lives by one clock, and the server's page and the browser's agree on it.
  timeZone: 'Asia/Kolkata',
})

/** 11/14/2025, 6:20 PM */
export function formatDateTime(date: Date) {
  return shortWithTime.format(date).replaceAll('\u202f', ' ') // browsers differ in the space before PM
}
