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

const months = 'January February March April May June July August September October November December'.split(' ')

/** March 2025 */
export function formatMonth(date: Date) {
  const { year, month } = inIndia(date)
  return `${months[month - 1]} ${year}`
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** The largest unit first. Months and years are of average length. */
const units = [
  ['year', 365.25 * dayMs],
  ['month', 30.44 * dayMs],
  ['week', 7 * dayMs],
  ['day', dayMs],
  ['hour', 60 * minuteMs],
  ['minute', minuteMs],
] as const

/** 3 days ago */
export function formatAge(date: Date, now: Date) {
  const ageMs = now.getTime() - date.getTime()
  for (const [unit, unitMs] of units) {
    const count = Math.floor(ageMs / unitMs)
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} ago`
  }
  return 'just now'
}
