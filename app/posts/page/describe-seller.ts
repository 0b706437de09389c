import { formatMonth } from '#app/format/dates.ts'

export interface DescribedSeller {
  kind: 'student' | 'store'
  since: Date
  /** Of a store. */
  district: string | null
  /** Of a student. */
  college: string | null
}

const kindTexts = { student: 'Student', store: 'Book store' }

/** The line below a seller's name, such as "Book store · Jorhat · since March 2025". */
export const describeSeller = ({ kind, district, college, since }: DescribedSeller) =>
  [kindTexts[kind], district ?? college, `since ${formatMonth(since)}`].filter(Boolean).join(' · ')

export const sellerPath = (id: string) => `/sellers/${id}`

export const ratingsPath = (sellerId: string) => `${sellerPath(sellerId)}/ratings`
