import * as z from 'zod/mini'

export const noticeWays = ['app', 'mail', 'push'] as const
export type NoticeWay = (typeof noticeWays)[number]

/** What can be switched on and off. Ways that are not named are off by default. */
export const noticeKinds = {
  orders: { label: 'Orders', hint: 'Placed with you, and by you', always: ['app'], byDefault: ['app', 'mail', 'push'] },
  matches: {
    label: 'Books you look for',
    hint: 'Your requests and saved searches',
    always: [],
    byDefault: ['app', 'mail', 'push'],
  },
  comments: {
    label: 'Comments and answers',
    hint: 'On your posts, and to you',
    always: [],
    byDefault: ['app', 'mail', 'push'],
  },
  team: {
    label: 'The team’s answers',
    hint: 'To your requests, messages and reports',
    always: ['app'],
    byDefault: ['app', 'mail', 'push'],
  },
  account: {
    label: 'Account',
    hint: 'Log-ins, password, phone, e-mail',
    always: ['app', 'mail'],
    byDefault: ['app', 'mail'],
  },
} as const satisfies Record<string, KindRules>

interface KindRules {
  label: string
  hint: string
  /** Ways that cannot be switched off. */
  always: readonly NoticeWay[]
  byDefault: readonly NoticeWay[]
}

export type NoticeKind = keyof typeof noticeKinds
export const noticeKindNames = Object.keys(noticeKinds) as NoticeKind[]

/** What was or was not sent is forgotten after so many days. */
export const outboxDays = 30

/** Everything that somebody is told, by its kind. */
export const noticeEvents = {
  /** To the seller. */
  'order placed': 'orders',
  /** To the buyer. */
  'order receipt': 'orders',
  // What becomes of an order (app/orders/order-rules.ts says who is told).
  'order accepted': 'orders',
  'order declined': 'orders',
  'order ready': 'orders',
  'order sent': 'orders',
  'order handed over': 'orders',
  'order received': 'orders',
  'order completed': 'orders',
  'order cancelled': 'orders',
  'order expired': 'orders',
  'order left': 'orders',
  'payment said': 'orders',
  'payment confirmed': 'orders',
  'payment denied': 'orders',
  'order problem': 'orders',
  'problem settled': 'orders',
  // Reminders.
  'order to answer': 'orders',
  'order to meet': 'orders',
  'order to send': 'orders',
  'order to prepare': 'orders',
  'order to collect': 'orders',
  'order to confirm': 'orders',
  'payment to confirm': 'orders',
  'payment not confirmed': 'orders',
  /** To the side that has not rated yet. */
  'rating waits': 'orders',
  /** To who was rated: `detail` is the number of stars. */
  'rating shown': 'orders',
  /** To who gave it. */
  'rating answered': 'orders',
  /** To who gave it: `detail` is why the team hid it. */
  'rating hidden': 'orders',
  /** To the other side of the open orders of an account that is suspended. */
  'partner suspended': 'orders',
  /** To who asked for a book: `detail` is how many other posts match. */
  'request matched': 'matches',
  /** To who saved a search: as above. */
  'search matched': 'matches',
  /** To the seller of the post. */
  comment: 'comments',
  /** To the author of the comment that was answered. */
  answer: 'comments',
  // To who asked the team for something.
  'ticket opened': 'team',
  /** `detail` is what the team wrote. */
  'ticket answered': 'team',
  'ticket ended': 'team',
  // What the team did with something of somebody's: `detail` is why.
  'post hidden': 'account',
  'post shown': 'account',
  'post removed': 'account',
  'comment hidden': 'account',
  warning: 'account',
  'account suspended': 'account',
  'suspension ended': 'account',
  'new log-in': 'account',
  'password changed': 'account',
  'phone changed': 'account',
  'e-mail changed': 'account',
  'UPI address changed': 'account',
  // By mail alone:
  'account deleted': 'account',
  'confirm e-mail': 'account',
  'password link': 'account',
  /** Somebody asked for a password link: `detail` is the phone number or e-mail address that was typed. */
  'password asked': 'account',
} as const satisfies Record<string, NoticeKind>
export type NoticeEvent = keyof typeof noticeEvents

export const isAlways = (kind: NoticeKind, way: NoticeWay) =>
  (noticeKinds[kind].always as readonly NoticeWay[]).includes(way)

export const isByDefault = (kind: NoticeKind, way: NoticeWay) =>
  (noticeKinds[kind].byDefault as readonly NoticeWay[]).includes(way)

/** What somebody has switched, where it is not as by default. */
export interface NoticeSetting {
  kind: NoticeKind
  way: NoticeWay
  isOn: boolean
}

/** Whether notices of this kind go this way to somebody with these settings. */
export function isOn(settings: readonly NoticeSetting[], kind: NoticeKind, way: NoticeWay) {
  if (isAlways(kind, way)) return true
  return settings.find((setting) => setting.kind === kind && setting.way === way)?.isOn ?? isByDefault(kind, way)
}

/** The name of a switch in the form of settings. */
export const switchName = (kind: NoticeKind, way: NoticeWay) => `${kind}-${way}`

/** More than anybody needs. */
export const settingsLimit = { of: 'changes of your settings', perPerson: 200, perAddress: 2_000, minutes: 60 }

/** A browser's own words for where to push, and by which keys. Base64 for URLs. */
export const PushSubscription = z.object({
  endpoint: z.string().check(z.maxLength(1_000), z.url()),
  p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/)),
  auth: z.string().check(z.regex(/^[\w-]{22}={0,2}$/)),
})
export type PushSubscription = z.infer<typeof PushSubscription>

/** Browsers of one account that push goes to. */
export const pushBrowsersMax = 10

/** How long a link of a mail works. */
export const linkMinutes = { password: 30, 'e-mail': 7 * 24 * 60 } as const
