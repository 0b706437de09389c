import { nameMax } from '#app/platform/field-rules.ts'
import { Field } from '#app/ui/field.tsx'

interface OtherCategoryProps {
  name: string
  error: string | undefined
  defaultValue: string | undefined
}

/** Shown by the choice of Other alone, in a form that is a `group`, so that it needs no script. */
export function OtherCategory(field: OtherCategoryProps) {
  return (
    <Field
      label="Other Category"
      {...field}
      maxLength={nameMax}
      className="hidden group-has-[[name=category]_option[value=Other]:checked]:block"
    />
  )
}
