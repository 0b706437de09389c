import { type ComponentProps, useId } from 'react'

import { nameMax } from '#app/forms/field-rules.ts'
import { Field, Select } from '#app/ui/field.tsx'

import { districts } from './districts.ts'

type Unlabelled<Props> = Omit<Props, 'label'>

/** A store types its district in its own words; the browser suggests the 35 names. */
export function DistrictText(field: Unlabelled<ComponentProps<typeof Field>>) {
  const listId = useId()
  return (
    <>
      <Field label="District" autoComplete="address-level2" maxLength={nameMax} list={listId} {...field} />
      <datalist id={listId}>
        {districts.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  )
}

type DistrictSelectProps = Unlabelled<Omit<ComponentProps<typeof Select>, 'options' | 'empty'>> & {
  /** For a post: the district of its seller, which counts where the post has none. */
  sellerDistrict?: string | null
}

export function DistrictSelect({ sellerDistrict, ...field }: DistrictSelectProps) {
  const empty = sellerDistrict ? `Same as my profile (${sellerDistrict})` : 'Not given'
  return <Select label="District" options={districts} empty={empty} {...field} />
}
