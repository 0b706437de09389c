// Indian time everywhere, which has no daylight saving: server and browser render the same. Intl costs ten times as
// much.
const indiaMs = 5.5 * 60 * 60_000
const minuteMs = 60_000
export const dayMs = 24 * 60 * minuteMs

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

/** 6:20 PM */
export const formatTime = (date: Date) => formatDateTime(date).split(', ')[1]!

/** Whether both are on the same day in India. */
export const isSameDay = (one: Date, other: Date) => formatDate(one) === formatDate(other)

/** When the day began in India. */
export const startOfDay = (date: Date) => new Date(Math.floor((date.getTime() + indiaMs) / dayMs) * dayMs - indiaMs)

/** When the week began in India, on a Monday. */
export function startOfWeek(date: Date) {
  const start = startOfDay(date)
  const weekday = (new Date(start.getTime() + indiaMs).getUTCDay() + 6) % 7
  return new Date(start.getTime() - weekday * dayMs)
}

/** When the day of a date field, such as 2025-11-14, began in India; null: there is no such day. */
export function readDay(text: string | null) {
  if (!text || !/^2\d{3}-\d\d-\d\d$/.test(text)) return null
  const start = new Date(`${text}T00:00:00+05:30`)
  return Number.isNaN(start.getTime()) ? null : start
}

/** 14/11/2025 */
export function formatDate(date: Date) {
  const { year, month, day } = inIndia(date)
  return `${day}/${month}/${year}`
}

/** 2025-11-14, as date fields have it. */
export const formatIsoDay = (date: Date) => inIndia(date).there.toISOString().slice(0, 10)

const months = 'January February March April May June July August September October November December'.split(' ')

/** March 2025 */
export function formatMonth(date: Date) {
  const { year, month } = inIndia(date)
  return `${months[month - 1]} ${year}`
}

/** 14 Nov, or 14 Nov 2024 if that is not the year of `now`. */
export function formatDay(date: Date, now: Date) {
  const { year, month, day } = inIndia(date)
  const words = `${day} ${months[month - 1]!.slice(0, 3)}`
  return year === inIndia(now).year ? words : `${words} ${year}`
}

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
