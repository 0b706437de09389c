import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'

import { Button } from '#app/ui/button.tsx'

import type { Deed } from './order-rules.ts'

interface DeedFormProps {
  orderId: string
  /** Idempotency key of the order's next step. */
  orderKey: string
  /** Left out where a field of the form says it. */
  deed?: Deed
  id?: string
  className?: string
  children: ReactNode
}

/** A form that brings an order into its next state. */
export function DeedForm({ orderId, orderKey, deed, id, className, children }: DeedFormProps) {
  return (
    <Form method="post" id={id} preventScrollReset noValidate className={className}>
      <input type="hidden" name="order" value={orderId} />
      <input type="hidden" name="key" value={orderKey} />
      {deed && <input type="hidden" name="deed" value={deed} />}
      {children}
    </Form>
  )
}

interface DeedButtonProps {
  orderKey: string
  variant?: 'main' | 'ink' | 'line' | 'bad'
  children: ReactNode
  form?: string
  busyLabel?: string
}

export function DeedButton({ orderKey, variant = 'ink', children, form, busyLabel = 'Saving...' }: DeedButtonProps) {
  const { state, formData } = useNavigation()
  const isSaving = state !== 'idle' && formData?.get('key') === orderKey
  return (
    <Button type="submit" variant={variant} busy={isSaving} {...(form && { form })} className="min-h-12 flex-1">
      {isSaving ? busyLabel : children}
    </Button>
  )
}
