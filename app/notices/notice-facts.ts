import { formatPaise } from '#app/format/money.ts'
import type { IconName } from '#app/ui/icon.tsx'

import type { NoticeEvent } from './notice-rules.ts'

/** What a notice is about. */
export interface NoticeFacts {
  event: NoticeEvent
  detail: string | null
  /** Of the order. */
  itemName: string | null
  quantity: number | null
  pricePaise: number | null
  buyerName: string | null
  orderNumber: number | null
  /** On which side of the order the reader is; null: the team, or no order. */
  side: 'buyer' | 'seller' | null
  paymentDigits: string | null
  /** What the person asked for, or the saved search in words. */
  wanted: string | null
  /** Of the post that matches it. */
  offerPaise: number | null
  offerCondition: string | null
  offerDistrict: string | null
  /** Of the comment. */
  comment: string | null
  postName: string | null
  sellerName: string | null
  ticketNumber: number | null
  ticketSubject: string | null
}

export interface NoticeWords {
  icon: IconName
  /** What happened. The subject of a mail. */
  title: string
  text: string
}

/** The facts, and what several notices make of them. */
interface Told extends NoticeFacts {
  /** Of the order, by name. */
  seller: string
  /** The other side of the order. */
  other: string | null
  /** What was bought, and how many. */
  item: string
  /** What it costs. */
  total: string
  /** Price, condition and place of the post that matches. */
  offer: string
}

/** Of one event. */
export type Words = (told: Told) => NoticeWords

export function toldOf(facts: NoticeFacts): Told {
  const { itemName, buyerName, quantity, pricePaise, side, offerPaise, offerCondition, offerDistrict } = facts
  const seller = facts.sellerName ?? 'The seller'
  return {
    ...facts,
    seller,
    other: side === 'buyer' ? seller : buyerName,
    item: `${quantity === 1 ? '' : `${quantity} × `}${itemName}`,
    total: formatPaise((pricePaise ?? 0) * (quantity ?? 1)),
    offer: `${[formatPaise(offerPaise ?? 0), offerCondition, offerDistrict].filter(Boolean).join(', ')}.`,
  }
}

const quoteMax = 140

export function reason(text: string | null) {
  if (!text) return ''
  const words = shortened(text)
  return `Reason: ${words}${/[.!?।…]$/.test(words) ? '' : '.'} `
}

export const quoted = (text: string | null) => `“${shortened(text ?? '')}”`

export function shortened(text: string, max = quoteMax) {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const letters = Array.from(line)
  return letters.length > max ? `${letters.slice(0, max).join('')}…` : line
}
