import type { ComponentProps } from 'react'

type CheckBoxProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & { label: string }

/** The label is part of the area to press. */
export function CheckBox({ label, ...input }: CheckBoxProps) {
  return (
    <label className="flex min-h-11 items-center gap-2.5 text-sm font-medium">
      <input type="checkbox" {...input} className="size-5 flex-none accent-ink" />
      {label}
    </label>
  )
}
