import type { ComponentProps } from 'react'

import { nameMax } from '#app/forms/field-rules.ts'
import { Field } from '#app/ui/field.tsx'

export function IsbnField(field: Omit<ComponentProps<typeof Field>, 'label'>) {
  return (
    <Field
      label="ISBN"
      inputMode="text"
      autoComplete="off"
      maxLength={nameMax}
      hint="Optional. 10 or 13 digits, near the barcode."
      {...field}
    />
  )
}
