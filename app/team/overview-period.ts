import { dayMs, formatDay, formatIsoDay, startOfDay, startOfWeek } from '#app/format/dates.ts'

/** What the figures are counted by. */
export type By = 'day' | 'week'

/** A day or a week, in India: from its start up to, and without, its end. */
export interface Bucket {
  start: Date
  end: Date
}

export const periods = {
  day: { buckets: 30, days: 1, startOf: startOfDay, words: 'Last 30 days' },
  week: { buckets: 26, days: 7, startOf: startOfWeek, words: 'Last 26 weeks' },
} as const satisfies Record<By, unknown>

export const readBy = ({ searchParams }: URL): By => (searchParams.get('by') === 'week' ? 'week' : 'day')

export interface Period {
  by: By
  /** The oldest first; the last one is still running. */
  buckets: Bucket[]
  now: Date
}

/** India has no daylight saving: all days are of the same length. */
export function periodOf(by: By, now: Date): Period {
  const { buckets, days, startOf } = periods[by]
  const last = startOf(now).getTime()
  const bucketAt = (n: number) => {
    const start = last - (buckets - 1 - n) * days * dayMs
    return { start: new Date(start), end: new Date(start + days * dayMs) }
  }
  return { by, buckets: Array.from({ length: buckets }, (_, n) => bucketAt(n)), now }
}

/** "14 Nov". Of weeks it is the Monday. No year: no period is longer than half of one. */
export const nameOf = ({ start }: Bucket) => formatDay(start, start)

/** 2025-11-14, which spreadsheets sort. Of weeks it is the Monday. */
export const bucketName = ({ start }: Bucket) => formatIsoDay(start)

/** "on 14 Nov", "in the week from 10 Nov" */
export const inWords = (by: By, bucket: Bucket) =>
  by === 'day' ? `on ${nameOf(bucket)}` : `in the week from ${nameOf(bucket)}`
