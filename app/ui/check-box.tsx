import { type ComponentProps, useId } from 'react'

import { FieldError } from './field-message.tsx'

type CheckBoxProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  label: string
  error?: string | undefined
}

/** The label is part of the area to press. */
export function CheckBox({ label, error, ...input }: CheckBoxProps) {
  const errorId = useId()
  return (
    <div>
      <label className="flex min-h-11 items-center gap-2.5 text-sm font-medium">
        <input
          type="checkbox"
          {...input}
          {...(error && { 'aria-invalid': true, 'aria-describedby': errorId })}
          className="size-5 flex-none accent-ink"
        />
        {label}
      </label>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}
