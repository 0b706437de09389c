import type { ComponentProps } from 'react'

import { Field, TextArea } from '#app/ui/field.tsx'

import { textMax } from './field-rules.ts'

// Fields with the keyboard and autofill hints for personal details.

type Named<Props> = Omit<Props, 'label'> & { label?: string }

export function PhoneField({ label = 'Phone Number', ...rest }: Named<ComponentProps<typeof Field>>) {
  return <Field label={label} type="tel" inputMode="tel" autoComplete="tel-national" {...rest} />
}

export function PinField(field: Omit<ComponentProps<typeof Field>, 'label'>) {
  return <Field label="PIN" inputMode="numeric" autoComplete="postal-code" maxLength={6} hint="6 digits" {...field} />
}

export function AddressField(field: Omit<ComponentProps<typeof TextArea>, 'label'>) {
  return <TextArea label="Address" autoComplete="street-address" maxLength={textMax} {...field} />
}
