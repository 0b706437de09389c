import { quoted, reason, type Words } from './notice-facts.ts'
import type { NoticeEvent } from './notice-rules.ts'

/** What is told of orders, of their payments and ratings. */
export const orderNotices = {
  'order placed': ({ itemName, buyerName, item, total }) => ({
    icon: 'box',
    title: `${buyerName} ordered ${itemName}`,
    text: `${item}, ${total} in all.`,
  }),
  'order receipt': ({ itemName, seller, item, total }) => ({
    icon: 'check',
    title: `Your order of ${itemName}`,
    text: `${item}, ${total} in all. ${seller} sees it now.`,
  }),
  'order accepted': ({ itemName, seller }) => ({
    icon: 'check',
    title: `${seller} accepted your order of ${itemName}`,
    text: 'Your order says what to do next, and how to reach the seller.',
  }),
  'order declined': ({ detail, itemName, seller }) => ({
    icon: 'close',
    title: `${seller} declined your order of ${itemName}`,
    text: `${reason(detail)}You owe nothing.`,
  }),
  'order ready': ({ itemName }) => ({
    icon: 'box',
    title: `${itemName} is ready to collect`,
    text: 'Collect it within 5 days. Show the hand-over code of your order when you have it in your hands.',
  }),
  'order sent': ({ itemName }) => ({
    icon: 'box',
    title: `${itemName} is on its way`,
    text: 'When it has arrived, say so in your order. It counts as received after 14 days.',
  }),
  'order handed over': ({ itemName }) => ({
    icon: 'check',
    title: `You have ${itemName}`,
    text: 'The seller entered your hand-over code. If something is wrong, report it within 3 days.',
  }),
  'order received': ({ itemName, buyerName }) => ({
    icon: 'check',
    title: `${buyerName} has received ${itemName}`,
    text: 'The order is completed.',
  }),
  'order completed': ({ itemName }) => ({
    icon: 'check',
    title: `The order of ${itemName} is completed`,
    text: '14 days have passed since it was sent, so it counts as received.',
  }),
  'order cancelled': ({ detail, itemName, buyerName, side, seller }) =>
    side === 'buyer'
      ? {
          icon: 'close',
          title: `${seller} cancelled your order of ${itemName}`,
          text: `${reason(detail)}You owe nothing.`,
        }
      : { icon: 'close', title: `${buyerName} cancelled the order of ${itemName}`, text: reason(detail) },
  'order expired': ({ itemName, side }) => ({
    icon: 'clock',
    title: `The order of ${itemName} has expired`,
    text: side === 'buyer' ? 'You owe nothing. Other copies may be for sale.' : 'It was not completed in time.',
  }),
  'order left': ({ itemName, side }) => ({
    icon: 'close',
    title: `The order of ${itemName} is cancelled`,
    text: `The account of the ${side === 'buyer' ? 'seller' : 'buyer'} was deleted.`,
  }),
  'payment said': ({ itemName, buyerName, paymentDigits, total }) => ({
    icon: 'check',
    title: `${buyerName} paid for ${itemName}`,
    text: `${total}, with a reference that ends in ${paymentDigits}. Look in your bank app, then confirm.`,
  }),
  'payment confirmed': ({ itemName }) => ({
    icon: 'download',
    title: `${itemName} is yours`,
    text: 'The seller confirmed your payment. Download the PDF from your order.',
  }),
  'payment denied': ({ itemName, seller }) => ({
    icon: 'flag',
    title: `${seller} did not find your payment for ${itemName}`,
    text: 'Our team looks into it. Keep what your bank app shows.',
  }),
  'order problem': ({ detail, itemName, buyerName, orderNumber, side, item, total }) =>
    side === null
      ? { icon: 'flag', title: `Order ${orderNumber}: a problem`, text: `${item}, ${total}. ${quoted(detail)}` }
      : {
          icon: 'flag',
          title: `${buyerName} reports a problem with ${itemName}`,
          text: `${quoted(detail)} Our team looks into it.`,
        },
  'problem settled': ({ detail, itemName }) => ({
    icon: 'check',
    title: `Our team has settled the order of ${itemName}`,
    text: quoted(detail),
  }),
  'order to answer': ({ buyerName, item, total }) => ({
    icon: 'clock',
    title: `${buyerName} waits for your answer`,
    text: `${item}, ${total} in all. Accept or decline within 2 days, or the order expires.`,
  }),
  'order to meet': ({ itemName, side }) => ({
    icon: 'clock',
    title: `Have you met for ${itemName}?`,
    text: `Call the ${side === 'buyer' ? 'seller' : 'buyer'} and agree on a place. The order expires after 10 days.`,
  }),
  'order to send': ({ itemName, buyerName }) => ({
    icon: 'clock',
    title: `Send ${itemName}`,
    text: `${buyerName} waits for it. The order expires after 7 days.`,
  }),
  'order to prepare': ({ itemName, buyerName }) => ({
    icon: 'clock',
    title: `Is ${itemName} ready to collect?`,
    text: `${buyerName} waits for it. The order expires after 7 days.`,
  }),
  'order to collect': ({ itemName, seller }) => ({
    icon: 'clock',
    title: `Collect ${itemName}`,
    text: `${seller} keeps it for 2 more days.`,
  }),
  'order to confirm': ({ itemName }) => ({
    icon: 'clock',
    title: `Has ${itemName} arrived?`,
    text: 'Say so in your order, or report a problem. In 2 days it counts as received.',
  }),
  'payment to confirm': ({ itemName, buyerName, paymentDigits, total }) => ({
    icon: 'clock',
    title: `${buyerName} waits for ${itemName}`,
    text: `They paid ${total}, with a reference that ends in ${paymentDigits}. Look in your bank app, then confirm.`,
  }),
  'payment not confirmed': ({ orderNumber, item, total }) => ({
    icon: 'clock',
    title: `Order ${orderNumber}: a payment is not confirmed`,
    text: `The buyer said 3 days ago that ${total} was paid for ${item}.`,
  }),
  'rating waits': ({ itemName, other }) => ({
    icon: 'star',
    title: `${other} has rated the deal about ${itemName}`,
    text: 'Rate it, too: then you see each other’s rating. Otherwise you see it 14 days after the deal.',
  }),
  'rating shown': ({ detail, itemName, other }) => ({
    icon: 'star',
    title: `${other} gave you ${detail === '1' ? '1 star' : `${detail} stars`} for ${itemName}`,
    text: 'Your order has what they wrote. You can answer once.',
  }),
  'rating answered': ({ itemName, other }) => ({
    icon: 'star',
    title: `${other} answered your rating of ${itemName}`,
    text: 'Your order has the answer.',
  }),
  'rating hidden': ({ detail, itemName }) => ({
    icon: 'flag',
    title: `Our team has hidden your rating of ${itemName}`,
    text: `${reason(detail)}Nobody sees it any more.`,
  }),
  'partner suspended': ({ itemName, other }) => ({
    icon: 'flag',
    title: `Be careful with the order of ${itemName}`,
    text: `Our team has suspended the account of ${other}. Pay nothing. If you have paid, report a problem with the order.`,
  }),
} satisfies Partial<Record<NoticeEvent, Words>>
