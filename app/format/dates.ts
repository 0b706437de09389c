// Indian time everywhere, which has no daylight saving: server and browser render the same. Intl costs ten times as
// much.
const indiaMs = 5.5 * 60 * 60_000

const inIndia = (date: Date) => {
  const there = new Date(date.getTime() + indiaMs)
  return { year: there.getUTCFullYear(), month: there.getUTCMonth() + 1, day: there.getUTCDate(), there }
}

/** 11/14/2025, 6:20 PM */
export function formatDateTime(date: Date) {
  const { year, month, day, there } = inIndia(date)
  const hours = there.getUTCHours()
  const minutes = String(there.getUTCMinutes()).padStart(2, '0')
  return `${month}/${day}/${year}, ${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`
}

/** 14/11/2025 */
export function formatDate(date: Date) {
  const { year, month, day } = inIndia(date)
  return `${day}/${month}/${year}`
}
