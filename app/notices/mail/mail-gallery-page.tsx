import { noticeEvents, type NoticeEvent } from '../notice-rules.ts'
import { composeMail } from './compose-mail.ts'

const facts = {
  itemName: 'Concepts of Physics, Part 1',
  quantity: 2,
  pricePaise: 26_000,
  buyerName: 'A buyer',
  comment: 'Are pages 233 to 262 all there?',
  postName: 'Higher Engineering Mathematics',
  postId: 'post',
  commentId: '0',
  orderId: 'order',
  wanted: 'engineering maths grewal',
  offerPaise: 32_000,
  offerCondition: 'Good(used)',
  offerDistrict: 'Jorhat',
  orderNumber: 4127,
  paymentDigits: '4821',
  ticketNumber: 2481,
  ticketSubject: 'Higher Engineering Mathematics',
  sellerName: 'A seller',
  name: 'A seller',
  accountKind: 'student' as const,
}
const details: Partial<Record<NoticeEvent, string>> = {
  'search matched': '3',
  'new log-in': 'Chrome on Android',
  'phone changed': '******4321',
  'e-mail changed': 'p***a@example.in',
  'ticket answered': 'Two copies are for sale near you. The one in Jorhat is in better condition.',
  'order declined': 'Sold elsewhere',
  'order cancelled': 'Did not come',
  'order problem': 'Pages 233 to 262 are missing.',
  'problem settled': 'The seller takes the book back.',
}
const linkPaths: Partial<Record<NoticeEvent, string>> = {
  'confirm e-mail': '/confirm-email?token=…',
  'password link': '/reset-password?token=…',
}
const readBySellers = new Set<NoticeEvent>([
  ...(['order placed', 'order received', 'payment said', 'payment to confirm', 'order problem'] as const),
  ...(['order to answer', 'order to send', 'order to prepare'] as const),
])
const events = Object.keys(noticeEvents) as NoticeEvent[]

/** Every mail, for developers: as HTML and as text. */
export default function MailGalleryPage() {
  return (
    <main id="content" className="mx-auto grid w-full max-w-page gap-12 px-4 py-5 md:px-8">
      <title>Mails</title>
      <h1>Mails</h1>
      {events
        .filter((event) => event !== 'password asked')
        .map((event) => {
          const mail = composeMail(
            {
              ...facts,
              event,
              side: readBySellers.has(event) ? 'seller' : 'buyer',
              detail: details[event] ?? null,
            },
            {
              siteName: 'Puthi',
              publicUrl: 'https://puthi.example',
              linkPath: linkPaths[event] ?? null,
              unsubscribeUrl: noticeEvents[event] === 'account' ? null : 'https://puthi.example/unsubscribe?…',
            },
          )
          return (
            <section key={event} aria-label={event} className="grid gap-3">
              <h2>{mail.subject}</h2>
              <div className="grid gap-4 md:grid-cols-2">
                <iframe
                  title={`${event} as HTML`}
                  srcDoc={mail.html}
                  sandbox=""
                  className="h-120 w-full border border-rule"
                />
                <pre className="overflow-auto border border-rule p-4 text-sm whitespace-pre-wrap">{mail.text}</pre>
              </div>
            </section>
          )
        })}
    </main>
  )
}
