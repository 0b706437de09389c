import { Link } from 'react-router'

import { nameMax } from '#app/forms/field-rules.ts'
import type { useForm } from '#app/forms/use-form.ts'
import { useSiteName } from '#app/rendering/page-title.tsx'
import { CheckBox } from '#app/ui/check-box.tsx'
import { Field, Select } from '#app/ui/field.tsx'

import { birthYearsIn, mayBeMinor } from './age-rules.ts'

interface AgeFieldsProps {
  form: ReturnType<typeof useForm>
  currentYear: number
}

/** The year of birth and, if it needs it, a guardian's consent. They stand in a form with the class `group`. */
export function AgeFields({ form, currentYear }: AgeFieldsProps) {
  const siteName = useSiteName()
  const { defaultValue: agrees, ...box } = form.field('guardianAgrees')
  const years = birthYearsIn(currentYear).map((year) => ({
    value: String(year),
    label: String(year),
    mark: mayBeMinor(year, currentYear) ? 'minor' : undefined,
  }))
  return (
    <>
      <Select
        label="Year of birth"
        {...form.field('birthYear')}
        empty="Choose"
        options={years}
        autoComplete="bday-year"
        hint="Others do not see it."
      />
      {/* CSS shows it once such a year is chosen: no JavaScript needed. */}
      <fieldset className="hidden gap-4.5 border-l-3 border-muga pl-3.5 group-has-[[name=birthYear]_[data-mark=minor]:checked]:grid">
        <legend className="float-left mb-1 font-semibold">Your parent or guardian</legend>
        <p className="clear-left text-sm text-ink-soft">
          Until you are 18, a parent or guardian has to agree. Show them our{' '}
          <Link to="/privacy" className="text-accent-ink">
            privacy notice
          </Link>
          .
        </p>
        <Field label="Their name" {...form.field('guardianName')} maxLength={nameMax} autoComplete="off" />
        <Field
          label="Their phone or e-mail"
          {...form.field('guardianContact')}
          maxLength={nameMax}
          autoComplete="off"
          hint="We may ask them."
        />
        <CheckBox
          label={`My parent or guardian agrees that I use ${siteName}, and that it keeps what I enter here.`}
          {...box}
          defaultChecked={agrees === 'on'}
        />
      </fieldset>
    </>
  )
}
