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

interface NoticeWords {
  icon: IconName
  /** What happened. The subject of a mail. */
  title: string
  text: string
}

const quoteMax = 140
/** Of an answer of the team. */
const answerMax = 1_000

/** The same words in the app, in a mail and in a push. */
export function describeNotice(facts: NoticeFacts): NoticeWords {
  const { detail, itemName, buyerName, quantity, pricePaise, comment, postName, sellerName } = facts
  const { orderNumber, side, paymentDigits, ticketNumber, ticketSubject } = facts
  const seller = sellerName ?? 'The seller'
  const other = side === 'buyer' ? seller : buyerName
  const item = `${quantity === 1 ? '' : `${quantity} × `}${itemName}`
  const total = formatPaise((pricePaise ?? 0) * (quantity ?? 1))
  switch (facts.event) {
    case 'order placed':
      return { icon: 'box', title: `${buyerName} ordered ${itemName}`, text: `${item}, ${total} in all.` }
    case 'order receipt':
      return {
        icon: 'check',
        title: `Your order of ${itemName}`,
        text: `${item}, ${total} in all. ${seller} sees it now.`,
      }
    case 'order accepted':
      return {
        icon: 'check',
        title: `${seller} accepted your order of ${itemName}`,
        text: 'Your order says what to do next, and how to reach the seller.',
      }
    case 'order declined':
      return {
        icon: 'close',
        title: `${seller} declined your order of ${itemName}`,
        text: `${reason(detail)}You owe nothing.`,
      }
    case 'order ready':
      return {
        icon: 'box',
        title: `${itemName} is ready to collect`,
        text: 'Collect it within 5 days. Show the hand-over code of your order when you have it in your hands.',
      }
    case 'order sent':
      return {
        icon: 'box',
        title: `${itemName} is on its way`,
        text: 'When it has arrived, say so in your order. It counts as received after 14 days.',
      }
    case 'order handed over':
      return {
        icon: 'check',
        title: `You have ${itemName}`,
        text: 'The seller entered your hand-over code. If something is wrong, report it within 3 days.',
      }
    case 'order received':
      return { icon: 'check', title: `${buyerName} has received ${itemName}`, text: 'The order is completed.' }
    case 'order completed':
      return {
        icon: 'check',
        title: `The order of ${itemName} is completed`,
        text: '14 days have passed since it was sent, so it counts as received.',
      }
    case 'order cancelled':
      return side === 'buyer'
        ? {
            icon: 'close',
            title: `${seller} cancelled your order of ${itemName}`,
            text: `${reason(detail)}You owe nothing.`,
          }
        : { icon: 'close', title: `${buyerName} cancelled the order of ${itemName}`, text: reason(detail) }
    case 'order expired':
      return {
        icon: 'clock',
        title: `The order of ${itemName} has expired`,
        text: side === 'buyer' ? 'You owe nothing. Other copies may be for sale.' : 'It was not completed in time.',
      }
    case 'order left':
      return {
        icon: 'close',
        title: `The order of ${itemName} is cancelled`,
        text: `The account of the ${side === 'buyer' ? 'seller' : 'buyer'} was deleted.`,
      }
    case 'payment said':
      return {
        icon: 'check',
        title: `${buyerName} paid for ${itemName}`,
        text: `${total}, with a reference that ends in ${paymentDigits}. Look in your bank app, then confirm.`,
      }
    case 'payment confirmed':
      return {
        icon: 'download',
        title: `${itemName} is yours`,
        text: 'The seller confirmed your payment. Download the PDF from your order.',
      }
    case 'payment denied':
      return {
        icon: 'flag',
        title: `${seller} did not find your payment for ${itemName}`,
        text: 'Our team looks into it. Keep what your bank app shows.',
      }
    case 'order problem':
      return side === null
        ? { icon: 'flag', title: `Order ${orderNumber}: a problem`, text: `${item}, ${total}. ${quoted(detail)}` }
        : {
            icon: 'flag',
            title: `${buyerName} reports a problem with ${itemName}`,
            text: `${quoted(detail)} Our team looks into it.`,
          }
    case 'problem settled':
      return { icon: 'check', title: `Our team has settled the order of ${itemName}`, text: quoted(detail) }
    case 'order to answer':
      return {
        icon: 'clock',
        title: `${buyerName} waits for your answer`,
        text: `${item}, ${total} in all. Accept or decline within 2 days, or the order expires.`,
      }
    case 'order to meet':
      return {
        icon: 'clock',
        title: `Have you met for ${itemName}?`,
        text: `Call the ${side === 'buyer' ? 'seller' : 'buyer'} and agree on a place. The order expires after 10 days.`,
      }
    case 'order to send':
      return {
        icon: 'clock',
        title: `Send ${itemName}`,
        text: `${buyerName} waits for it. The order expires after 7 days.`,
      }
    case 'order to prepare':
      return {
        icon: 'clock',
        title: `Is ${itemName} ready to collect?`,
        text: `${buyerName} waits for it. The order expires after 7 days.`,
      }
    case 'order to collect':
      return {
        icon: 'clock',
        title: `Collect ${itemName}`,
        text: `${seller} keeps it for 2 more days.`,
      }
    case 'order to confirm':
      return {
        icon: 'clock',
        title: `Has ${itemName} arrived?`,
        text: 'Say so in your order, or report a problem. In 2 days it counts as received.',
      }
    case 'payment to confirm':
      return {
        icon: 'clock',
        title: `${buyerName} waits for ${itemName}`,
        text: `They paid ${total}, with a reference that ends in ${paymentDigits}. Look in your bank app, then confirm.`,
      }
    case 'payment not confirmed':
      return {
        icon: 'clock',
        title: `Order ${orderNumber}: a payment is not confirmed`,
        text: `The buyer said 3 days ago that ${total} was paid for ${item}.`,
      }
    case 'rating waits':
      return {
        icon: 'star',
        title: `${other} has rated the deal about ${itemName}`,
        text: 'Rate it, too: then you see each other’s rating. Otherwise you see it 14 days after the deal.',
      }
    case 'rating shown':
      return {
        icon: 'star',
        title: `${other} gave you ${detail === '1' ? '1 star' : `${detail} stars`} for ${itemName}`,
        text: 'Your order has what they wrote. You can answer once.',
      }
    case 'rating answered':
      return {
        icon: 'star',
        title: `${other} answered your rating of ${itemName}`,
        text: 'Your order has the answer.',
      }
    case 'rating hidden':
      return {
        icon: 'flag',
        title: `Our team has hidden your rating of ${itemName}`,
        text: `${reason(detail)}Nobody sees it any more.`,
      }
    case 'partner suspended':
      return {
        icon: 'flag',
        title: `Be careful with the order of ${itemName}`,
        text: `Our team has suspended the account of ${other}. Pay nothing. If you have paid, report a problem with the order.`,
      }
    case 'request matched':
      return {
        icon: 'search',
        title: `A copy of ${postName} is for sale`,
        text: `${describeOffer(facts)} You asked for ${quoted(facts.wanted)}${describeOthers(detail)}`,
      }
    case 'search matched':
      return {
        icon: 'search',
        title: `New for your search: ${postName}`,
        text: `${describeOffer(facts)} You look for ${quoted(facts.wanted)}${describeOthers(detail)}`,
      }
    case 'comment':
      return { icon: 'comment', title: `A new comment on ${postName}`, text: quoted(comment) }
    case 'answer':
      return { icon: 'comment', title: `${sellerName} answered you on ${postName}`, text: quoted(comment) }
    case 'ticket opened':
      return {
        icon: 'mail',
        title: `We have it: number ${ticketNumber}`,
        text: `${quoted(ticketSubject)} You hear from our team within 48 hours.`,
      }
    case 'ticket answered':
      return {
        icon: 'mail',
        title: `Our team answered you: number ${ticketNumber}`,
        text: shortened(detail ?? '', answerMax),
      }
    case 'ticket ended':
      return {
        icon: 'check',
        title: `Number ${ticketNumber} is ended`,
        text: `${quoted(ticketSubject)} If something is still open, write to us there.`,
      }
    case 'post hidden':
      return {
        icon: 'flag',
        title: `Our team has hidden your post ${postName}`,
        text: `${reason(detail)}Only you see it. If you think that we are wrong, write to us.`,
      }
    case 'post shown':
      return { icon: 'check', title: `Your post ${postName} can be seen`, text: 'Our team has looked at it.' }
    case 'post removed':
      return {
        icon: 'trash',
        title: 'Our team has removed a post of yours',
        text: `${reason(detail)}If you think that we are wrong, write to us.`,
      }
    case 'comment hidden':
      return {
        icon: 'flag',
        title: `Our team has hidden your comment on ${postName}`,
        text: `${reason(detail)}Nobody sees it any more.`,
      }
    case 'warning':
      return { icon: 'warning', title: 'A warning from our team', text: shortened(detail ?? '', answerMax) }
    case 'account suspended':
      return {
        icon: 'lock',
        title: 'Your account is suspended',
        text: `${shortened(detail ?? '', answerMax)} Your posts are hidden meanwhile. If you think that we are wrong, answer this mail.`,
      }
    case 'suspension ended':
      return { icon: 'check', title: 'You can use your account again', text: 'Your posts can be seen again, too.' }
    case 'new log-in':
      return {
        icon: 'lock',
        title: 'New log-in to your account',
        text: `From ${detail ?? 'a browser that we do not know'}. Not you? Change your password, which logs out everybody else.`,
      }
    case 'password changed':
      return {
        icon: 'lock',
        title: 'Your password was changed',
        text: 'All other browsers are logged out. Not you? Write to us at once.',
      }
    case 'phone changed':
      return {
        icon: 'phone',
        title: 'Your phone number was changed',
        text: `You log in with ${detail} now. Not you? Change your password, and write to us.`,
      }
    case 'e-mail changed':
      return {
        icon: 'mail',
        title: 'Your e-mail address was changed',
        text: `It is ${detail} now. Not you? Change your password, and write to us.`,
      }
    case 'UPI address changed':
      return {
        icon: 'lock',
        title: 'Your UPI address was changed',
        text: `Buyers ${detail ? `pay to ${detail}` : 'see no address'} now. Not you? Change your password, and write to us.`,
      }
    case 'account deleted':
      return {
        icon: 'trash',
        title: 'Your account is deleted',
        text: 'With it went your posts, comments and requests. This is the last mail to you.',
      }
    case 'confirm e-mail':
      return {
        icon: 'mail',
        title: 'Confirm your e-mail address',
        text: 'Then we can write to you about your orders, and help you back in if you forget your password. The link works for 7 days.',
      }
    case 'password link':
      return {
        icon: 'lock',
        title: 'Choose a new password',
        text: 'You, or somebody else, asked for this link. It works once, for 30 minutes. If it was not you, you need not do anything: your password stays.',
      }
    case 'password asked':
      return { icon: 'lock', title: 'Somebody asked for a password link', text: '' }
  }
}

const describeOffer = ({ offerPaise, offerCondition, offerDistrict }: NoticeFacts) =>
  `${[formatPaise(offerPaise ?? 0), offerCondition, offerDistrict].filter(Boolean).join(', ')}.`

function describeOthers(count: string | null) {
  const others = Number(count ?? 0)
  return others === 0 ? '.' : `: ${others === 1 ? '1 more post matches' : `${others} more posts match`}.`
}

function reason(text: string | null) {
  if (!text) return ''
  const words = shortened(text)
  return `Reason: ${words}${/[.!?।…]$/.test(words) ? '' : '.'} `
}

const quoted = (text: string | null) => `“${shortened(text ?? '')}”`

function shortened(text: string, max = quoteMax) {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const letters = Array.from(line)
  return letters.length > max ? `${letters.slice(0, max).join('')}…` : line
}

/** The last digits, enough for the person to know it. */
export const maskedPhone = (phone: string) => `******${phone.slice(-4)}`

/** p***a@example.in */
export function maskedEmail(email: string) {
  const [name = '', host = ''] = email.split(/@(?=[^@]*$)/)
  const letters = Array.from(name)
  return `${letters[0] ?? ''}***${letters.length > 1 ? letters.at(-1) : ''}@${host}`
}
