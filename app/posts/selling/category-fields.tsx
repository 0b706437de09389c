import { nameMax } from '#app/forms/field-rules.ts'
import { Field, Select } from '#app/ui/field.tsx'

interface FormField {
  name: string
  error: string | undefined
  defaultValue: string | undefined
}

interface CategoryFieldsProps {
  category: FormField
  otherCategory: FormField
  options: readonly string[]
  empty?: string
}

/** CSS shows Other Category once Other is chosen: no JavaScript needed. */
export function CategoryFields({ category, otherCategory, options, empty }: CategoryFieldsProps) {
  return (
    <div className="group grid gap-4.5 md:col-span-2 md:grid-cols-2 md:gap-x-5">
      <Select label="Category" {...category} options={options} empty={empty} />
      <Field
        label="Other Category"
        {...otherCategory}
        maxLength={nameMax}
        className="hidden group-has-[option[value=Other]:checked]:block"
      />
    </div>
  )
}
