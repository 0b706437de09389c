import type { ReactNode } from 'react'

import { districts } from '#app/accounts/districts.ts'
import { Field } from '#app/ui/field.tsx'

import { conditions } from '../conditions.ts'
import type { FacetCounts } from './search-everything.server.ts'
import { choiceCount, choiceLabel, type FacetName, type Search, sellerChoices } from './search-filters.ts'
import { streams } from './stream-rules.ts'

interface FilterFieldsProps {
  /** The id of the form that they belong to. */
  form: string
  search: Search
  counts: FacetCounts
  /** Whether there are more posts than were counted. */
  isCut: boolean
  classes: string[]
}

/** How many choices of a filter are shown at first. */
const shownMax = 6

/** The filters: what can be chosen, each with the number of posts that have it. */
export function FilterFields({ form, search, counts, isCut, classes }: FilterFieldsProps) {
  const common = { form, isCut }
  const facet = (name: FacetName) => ({ ...common, name, chosen: search.chosen[name], counts: counts[name] })
  return (
    <div className="grid gap-5">
      {search.chosen.kind.map((kind) => (
        <input key={kind} type="hidden" name="kind" value={kind} form={form} />
      ))}
      {search.isAnywhere && <input type="hidden" name="anywhere" value="on" form={form} />}
      <Choices title="Condition" {...facet('condition')} choices={conditions} />
      <Choices title="District" {...facet('district')} choices={districts}>
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input
            type="checkbox"
            name="near"
            form={form}
            defaultChecked={search.isNear}
            className="size-5 accent-[var(--color-ink)]"
          />
          And the districts beside
        </label>
      </Choices>
      <Choices title="Class" {...facet('class')} choices={classes} />
      <Choices title="Stream or category" {...facet('field')} choices={fieldsOf(search, counts)} />
      <fieldset>
        <legend className="mb-2 font-semibold">Price</legend>
        <div className="grid grid-cols-2 gap-3">
          <Field label="From ₹" name="from" form={form} inputMode="numeric" defaultValue={search.from ?? ''} />
          <Field label="To ₹" name="to" form={form} inputMode="numeric" defaultValue={search.to ?? ''} />
        </div>
      </fieldset>
      <Choices title="Seller" {...facet('seller')} choices={Object.keys(sellerChoices)} />
    </div>
  )
}

/** Streams in their order, then the categories that were counted or chosen. */
const fieldsOf = ({ chosen }: Search, counts: FacetCounts) => [
  ...new Set([...streams, ...[...chosen.field, ...Object.keys(counts.field)].toSorted()]),
]

/** Of a choice that people may have typed into the address: `constructor` is the name of a method, and no count. */
const countOf = (counts: Record<string, number>, choice: string) =>
  Object.hasOwn(counts, choice) ? counts[choice]! : 0

interface ChoicesProps {
  title: string
  name: FacetName
  form: string
  choices: readonly string[]
  chosen: string[]
  counts: Record<string, number>
  isCut: boolean
  children?: ReactNode
}

/** What no post has is not listed, unless it is chosen. */
function Choices({ title, name, form, choices: all, chosen, counts, isCut, children }: ChoicesProps) {
  const choices = all.filter((choice) => countOf(counts, choice) > 0 || chosen.includes(choice))
  if (choices.length === 0) return null
  const draw = (value: string) => (
    <Choice
      key={value}
      name={name}
      value={value}
      form={form}
      isChosen={chosen.includes(value)}
      count={choiceCount(countOf(counts, value), isCut)}
    />
  )
  const rest = choices.slice(shownMax)
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{title}</legend>
      {choices.slice(0, shownMax).map(draw)}
      {rest.length > 0 && (
        <details open={rest.some((value) => chosen.includes(value))}>
          <summary className="flex min-h-11 cursor-pointer items-center text-sm font-medium text-accent-ink">
            {rest.length} more
          </summary>
          {rest.map(draw)}
        </details>
      )}
      {children}
    </fieldset>
  )
}

interface ChoiceProps {
  name: FacetName
  value: string
  form: string
  isChosen: boolean
  count: string
}

function Choice({ name, value, form, isChosen, count }: ChoiceProps) {
  return (
    <label className="flex min-h-11 items-center gap-3 text-sm">
      <input
        type="checkbox"
        name={name}
        value={value}
        form={form}
        defaultChecked={isChosen}
        className="size-5 flex-none accent-[var(--color-ink)]"
      />
      <span className="min-w-0 wrap-anywhere">{choiceLabel(name, value)}</span>
      <span className="ml-auto pl-2 text-ink-soft tabular-nums">{count}</span>
    </label>
  )
}
