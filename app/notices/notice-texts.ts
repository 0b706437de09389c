import { type NoticeFacts, type NoticeWords, quoted, reason, shortened, toldOf, type Words } from './notice-facts.ts'
import type { NoticeEvent } from './notice-rules.ts'
import { orderNotices } from './order-notice-texts.ts'

/** Of an answer of the team. */
const answerMax = 1_000

const notices: Record<NoticeEvent, Words> = {
  ...orderNotices,
  'request matched': ({ detail, postName, wanted, offer }) => ({
    icon: 'search',
    title: `A copy of ${postName} is for sale`,
    text: `${offer} You asked for ${quoted(wanted)}${describeOthers(detail)}`,
  }),
  'search matched': ({ detail, postName, wanted, offer }) => ({
    icon: 'search',
    title: `New for your search: ${postName}`,
    text: `${offer} You look for ${quoted(wanted)}${describeOthers(detail)}`,
  }),
  comment: ({ comment, postName }) => ({
    icon: 'comment',
    title: `A new comment on ${postName}`,
    text: quoted(comment),
  }),
  answer: ({ comment, postName, sellerName }) => ({
    icon: 'comment',
    title: `${sellerName} answered you on ${postName}`,
    text: quoted(comment),
  }),
  'ticket opened': ({ ticketNumber, ticketSubject }) => ({
    icon: 'mail',
    title: `We have it: number ${ticketNumber}`,
    text: `${quoted(ticketSubject)} You hear from our team within 48 hours.`,
  }),
  'ticket answered': ({ detail, ticketNumber }) => ({
    icon: 'mail',
    title: `Our team answered you: number ${ticketNumber}`,
    text: shortened(detail ?? '', answerMax),
  }),
  'ticket ended': ({ ticketNumber, ticketSubject }) => ({
    icon: 'check',
    title: `Number ${ticketNumber} is ended`,
    text: `${quoted(ticketSubject)} If something is still open, write to us there.`,
  }),
  'post hidden': ({ detail, postName }) => ({
    icon: 'flag',
    title: `Our team has hidden your post ${postName}`,
    text: `${reason(detail)}Only you see it. If you think that we are wrong, write to us.`,
  }),
  'post shown': ({ postName }) => ({
    icon: 'check',
    title: `Your post ${postName} can be seen`,
    text: 'Our team has looked at it.',
  }),
  'post removed': ({ detail }) => ({
    icon: 'trash',
    title: 'Our team has removed a post of yours',
    text: `${reason(detail)}If you think that we are wrong, write to us.`,
  }),
  'comment hidden': ({ detail, postName }) => ({
    icon: 'flag',
    title: `Our team has hidden your comment on ${postName}`,
    text: `${reason(detail)}Nobody sees it any more.`,
  }),
  warning: ({ detail }) => ({
    icon: 'warning',
    title: 'A warning from our team',
    text: shortened(detail ?? '', answerMax),
  }),
  'account suspended': ({ detail }) => ({
    icon: 'lock',
    title: 'Your account is suspended',
    text: `${shortened(detail ?? '', answerMax)} Your posts are hidden meanwhile. If you think that we are wrong, answer this mail.`,
  }),
  'suspension ended': () => ({
    icon: 'check',
    title: 'You can use your account again',
    text: 'Your posts can be seen again, too.',
  }),
  'new log-in': ({ detail }) => ({
    icon: 'lock',
    title: 'New log-in to your account',
    text: `From ${detail ?? 'a browser that we do not know'}. Not you? Change your password, which logs out everybody else.`,
  }),
  'password changed': () => ({
    icon: 'lock',
    title: 'Your password was changed',
    text: 'All other browsers are logged out. Not you? Write to us at once.',
  }),
  'phone changed': ({ detail }) => ({
    icon: 'phone',
    title: 'Your phone number was changed',
    text: `You log in with ${detail} now. Not you? Change your password, and write to us.`,
  }),
  'e-mail changed': ({ detail }) => ({
    icon: 'mail',
    title: 'Your e-mail address was changed',
    text: `It is ${detail} now. Not you? Change your password, and write to us.`,
  }),
  'UPI address changed': ({ detail }) => ({
    icon: 'lock',
    title: 'Your UPI address was changed',
    text: `Buyers ${detail ? `pay to ${detail}` : 'see no address'} now. Not you? Change your password, and write to us.`,
  }),
  'account deleted': () => ({
    icon: 'trash',
    title: 'Your account is deleted',
    text: 'With it went your posts, comments and requests. This is the last mail to you.',
  }),
  'confirm e-mail': () => ({
    icon: 'mail',
    title: 'Confirm your e-mail address',
    text: 'Then we can write to you about your orders, and help you back in if you forget your password. The link works for 7 days.',
  }),
  'password link': () => ({
    icon: 'lock',
    title: 'Choose a new password',
    text: 'You, or somebody else, asked for this link. It works once, for 30 minutes. If it was not you, you need not do anything: your password stays.',
  }),
  'password asked': () => ({ icon: 'lock', title: 'Somebody asked for a password link', text: '' }),
}

/** The same words in the app, in a mail and in a push. */
export const describeNotice = (facts: NoticeFacts): NoticeWords => notices[facts.event](toldOf(facts))

function describeOthers(count: string | null) {
  const others = Number(count ?? 0)
  return others === 0 ? '.' : `: ${others === 1 ? '1 more post matches' : `${others} more posts match`}.`
}
