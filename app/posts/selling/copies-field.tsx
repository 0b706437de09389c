import type { ComponentProps } from 'react'

import { Field } from '#app/ui/field.tsx'

export function CopiesField(field: Omit<ComponentProps<typeof Field>, 'label'>) {
  return (
    <Field
      label="Copies"
      inputMode="numeric"
      autoComplete="off"
      hint="Optional. Orders take from it; 0 is sold out."
      {...field}
    />
  )
}
