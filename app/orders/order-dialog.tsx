import type { ReactNode } from 'react'

import { Thumbnail } from '#app/files/pictures/thumbnail.tsx'
import { formatPaise } from '#app/format/money.ts'
import { CloseButton, Dialog } from '#app/ui/dialog.tsx'

import type { OrderDetail } from './order-queries.server.ts'

type Fact = [label: string, value: ReactNode]

const orNone = (value: string | number | null) => value || 'N/A'
const inRs = (paise: number | null) => (paise === null ? null : formatPaise(paise).replace('₹', 'rs '))

/** The facts by kind. Missing values are left out; for novels they are N/A. */
function factsOf(order: OrderDetail): Fact[] {
  const { itemName, authorName, className, condition, publishYear, description } = order
  const price = formatPaise(order.originalPricePaise)
  const selling = inRs(order.sellingPricePaise)
  switch (order.kind) {
    case 'book':
      return [
        ['Book Name', itemName],
        ['Author Name', authorName],
        ['Book Condition', condition],
        ['Class Name', className],
        ['Selling Price', selling],
        ['Price', price],
        ['Publish Year', publishYear],
      ]
    case 'novel':
      return [
        ['Novel Name', itemName],
        ['Author Name', orNone(authorName)],
        ['Publish Year', orNone(publishYear)],
        ['Price', price],
        ['Summary', orNone(description)],
      ]
    case 'note':
    case 'course':
      return [
        [order.kind === 'note' ? 'Note Name' : 'Course Name', itemName],
        ['Class Name', className],
        ['Selling Price', selling],
        ['Price', price],
        ['Description', description],
      ]
  }
}

export function OrderDialog({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const { contact } = order
  const all = order.kind === 'book' ? [order.picture1, order.picture2, order.picture3] : [order.picture1]
  const pictures = all.filter((key) => key !== null)
  return (
    <Dialog
      open
      onClose={onClose}
      title={order.itemName}
      footer={
        <CloseButton variant="line" className="min-h-12">
          Close
        </CloseButton>
      }
    >
      <Facts facts={factsOf(order)} />
      {pictures.length > 0 && (
        <div className="mt-4 flex gap-3">
          {pictures.map((key, n) => (
            <Thumbnail key={key} pictureKey={key} alt={`Picture ${n + 1} of ${order.itemName}`} />
          ))}
        </div>
      )}
      <h3 className="mt-6 mb-2 text-lg">Buyer</h3>
      <Facts
        facts={[
          ['Name', order.name],
          ['Phone', contact && <PhoneLink key="phone" number={contact.phone} />],
          [
            'Alternative Phone',
            contact?.alternativePhone && <PhoneLink key="other" number={contact.alternativePhone} />,
          ],
          [
            'E-mail',
            contact?.email && <ContactLink key="e-mail" to={`mailto:${contact.email}`} text={contact.email} />,
          ],
          ['Address', contact?.address],
          ['PIN', order.pin],
        ]}
      />
      {!contact && (
        <p className="mt-2 text-sm text-ink-soft">
          {order.state === 'placed' || order.state === 'paid'
            ? 'Phone and address show after you accept.'
            : 'Phone and address are hidden again.'}
        </p>
      )}
    </Dialog>
  )
}

function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2">
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label} className="contents">
              <dt className="text-ink-soft">{label}</dt>
              <Value>{value}</Value>
            </div>
          ),
      )}
    </dl>
  )
}

const PhoneLink = ({ number }: { number: string }) => <ContactLink to={`tel:+91${number}`} text={number} />

/** As high as a touch target, without moving the lines around it apart. */
const ContactLink = ({ to, text }: { to: string; text: string }) => (
  <a href={to} className="-my-2.5 inline-flex min-h-11 items-center text-accent-ink">
    {text}
  </a>
)

function Value({ children }: { children: ReactNode }) {
  if (typeof children !== 'string' || children.length <= 500) return <dd className="whitespace-pre-line">{children}</dd>
  return (
    // A long text scrolls, so that the buyer below it stays in view. The tab stop is for scrolling by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <dd tabIndex={0} className="max-h-60 overflow-y-auto whitespace-pre-line">
      {children}
    </dd>
  )
}
