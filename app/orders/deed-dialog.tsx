import { useNavigate } from 'react-router'

import { type FormErrors } from '#app/forms/forms.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Select, TextArea } from '#app/ui/field.tsx'

import { DeedButton, DeedForm } from './deed-form.tsx'
import { cancelReasons, type Deed, deedsFor, rulesOf, type Side } from './order-rules.ts'
import type { DeedAnswer } from './answer-deed.server.ts'
import type { Purchase, ReceivedOrder } from './order-queries.server.ts'
import { type OrdersAsked, queryOf } from './orders-address.ts'

/** What is asked in a dialog, by the parameter of its address. */
const dialogs = {
  cancel: {
    title: 'Cancel order',
    button: 'Cancel order',
    text: 'The other side is told, with your reason.',
    deeds: ['cancel', 'withdraw'],
  },
  decline: {
    title: 'Decline order',
    button: 'Decline order',
    text: 'The buyer is told, with your reason.',
    deeds: ['decline'],
  },
  problem: {
    title: 'Report a problem',
    button: 'Report the problem',
    text: 'Our team reads it, and so does the seller. They may call you. Nothing else happens to the order until then.',
    deeds: ['report problem'],
  },
} as const satisfies Record<string, { title: string; button: string; text: string; deeds: readonly Deed[] }>

type DeedDialogName = keyof typeof dialogs
const names = Object.keys(dialogs) as DeedDialogName[]

/** The dialog in which this deed is done, if it is. */
export const dialogOf = (deed: Deed) => names.find((name) => (dialogs[name].deeds as readonly Deed[]).includes(deed))

interface DeedDialogProps {
  side: Side
  orders: readonly (Purchase | ReceivedOrder)[]
  keys: Record<string, string>
  query: URLSearchParams
  asked: OrdersAsked
  answer: DeedAnswer | undefined
}

/** The dialog that the address asks for: it says why, or what is wrong. */
export function DeedDialog({ side, orders, keys, query, asked, answer }: DeedDialogProps) {
  const navigate = useNavigate()
  const name = names.find((one) => query.has(one))
  const order = orders.find(({ id }) => name && id === query.get(name))
  const deed = order && deedsFor(side, order).find((one) => dialogOf(one) === name)
  if (!name || !order || !deed) return null
  const { title, button, text } = dialogs[name]
  const close = () => void navigate(queryOf(asked), { replace: true, preventScrollReset: true })
  const errors: FormErrors = (answer?.order === order.id && answer.errors) || {}
  const typed = answer?.order === order.id ? answer.typed : undefined
  const key = keys[order.id]!
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      footer={
        <DeedButton orderKey={key} form="deed" variant="ink">
          {button}
        </DeedButton>
      }
    >
      <p className="mb-1 font-semibold">{order.itemName}</p>
      <p className="mb-4 text-sm text-ink-soft">{text}</p>
      <DeedForm id="deed" orderId={order.id} orderKey={key} deed={deed} className="grid gap-4.5">
        {errors[''] && <ErrorSummary>{errors['']}</ErrorSummary>}
        {rulesOf(deed).needs === 'reason' && (
          <Select
            label="Reason"
            name="reason"
            empty="Choose"
            options={Object.entries(cancelReasons).map(([value, label]) => ({ value, label }))}
            defaultValue={typed?.reason}
            error={errors.reason}
          />
        )}
        <TextArea
          label={name === 'problem' ? 'What is wrong' : 'In your words'}
          name="detail"
          rows={3}
          maxLength={1_000}
          hint={name === 'problem' ? undefined : 'Optional, but for Other'}
          defaultValue={typed?.detail}
          error={errors.detail}
        />
      </DeedForm>
    </Dialog>
  )
}
