import type { AccountKind } from '#app/access/role-rules.ts'
import { formatPaise } from '#app/format/money.ts'

import { isOfOrder, noticePath } from '../notice-path.ts'
import { isAlways, noticeEvents, type NoticeEvent, noticeKinds } from '../notice-rules.ts'
import type { NoticeFacts } from '../notice-facts.ts'
import { describeNotice } from '../notice-texts.ts'
import { layOutHtml, layOutText } from './mail-layout.ts'

/** A notice, and who gets it. */
export interface MailNotice extends NoticeFacts {
  orderId: string | null
  postId: string | null
  commentId: string | null
  /** Null without an account. */
  name: string | null
  accountKind: AccountKind | null
}

interface Sender {
  siteName: string
  publicUrl: string
  /** The path of the link that the mail was asked for, if it was. */
  linkPath: string | null
  unsubscribeUrl: string | null
}

/** The subject and both forms of the mail that says what happened. */
export function composeMail(notice: MailNotice, { siteName, publicUrl, linkPath, unsubscribeUrl }: Sender) {
  const { title, text } = describeNotice(notice)
  const kind = noticeKinds[noticeEvents[notice.event]]
  const path = linkPath ?? (notice.accountKind && noticePath(notice, notice.accountKind))
  const label = isOfOrder(notice.event) ? 'See the order' : actionLabels[notice.event]
  const words = {
    siteName,
    title,
    greeting: notice.name ? `Hello ${notice.name},` : null,
    paragraphs: [isOfOrder(notice.event) ? (orderWords[notice.event] ?? text) : text],
    facts: isOfOrder(notice.event) ? orderFacts(notice) : [],
    action: path && label ? { label, url: publicUrl + path } : null,
    reason: isAlways(noticeEvents[notice.event], 'mail')
      ? `You get this mail because it is about your account at ${siteName}.`
      : `You get this mail because ${kind.label.toLowerCase()} come to you by mail.`,
    unsubscribeUrl,
  }
  return { subject: title, text: layOutText(words), html: layOutHtml(words) }
}

const actionLabels: Partial<Record<NoticeEvent, string>> = {
  'request matched': 'See the post',
  'search matched': 'See the post',
  comment: 'Read and answer it',
  answer: 'Read the answer',
  'post hidden': 'See your posts',
  'post shown': 'See your posts',
  'comment hidden': 'Write to us',
  warning: 'Write to us',
  'ticket opened': 'See what you asked',
  'ticket answered': 'Read it and answer',
  'ticket ended': 'See what was said',
  'new log-in': 'See where you are logged in',
  'password changed': 'See where you are logged in',
  'phone changed': 'See your profile',
  'e-mail changed': 'See your profile',
  'UPI address changed': 'See your profile',
  'confirm e-mail': 'Confirm the address',
  'password link': 'Choose a new password',
}

/** In place of the notice's own words, which repeat the facts. */
const orderWords: Partial<Record<NoticeEvent, string>> = {
  'order placed': 'Somebody ordered from you. Your orders say what to do next.',
  'order receipt': 'This is what you ordered. The seller sees it now. My Purchases says what happens next.',
}

function orderFacts({
  side,
  itemName,
  quantity,
  pricePaise,
  buyerName,
  sellerName,
  orderNumber,
}: MailNotice): [string, string][] {
  return [
    ['Order', String(orderNumber)],
    ['Item', itemName ?? ''],
    ['Quantity', String(quantity)],
    ['Price', formatPaise(pricePaise ?? 0)],
    ['Total', formatPaise((pricePaise ?? 0) * (quantity ?? 1))],
    side === 'buyer' ? ['Seller', sellerName ?? 'has left'] : ['Name', buyerName ?? ''],
  ]
}
