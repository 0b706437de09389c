import { FieldError } from './field-message.tsx'
import { Icon } from './icon.tsx'

const of = 5

interface RatingMarkProps {
  /** Of 1 to 5. */
  average: number
  count: number
  /** A dot stands between it and what follows. */
  isFollowed?: boolean
  className?: string
}

/** A star with an average and how many ratings it has, such as 4.6 (12). */
export function RatingMark({ average, count, isFollowed = false, className = '' }: RatingMarkProps) {
  return (
    <span className={`inline-flex items-center gap-0.5 whitespace-nowrap tabular-nums ${className}`}>
      <Icon name="star" className="size-3.5 flex-none fill-current" />
      <span aria-hidden="true">{`${average.toFixed(1)} (${count})${isFollowed ? ' ·' : ''}`}</span>
      <span className="sr-only">
        {`${average.toFixed(1)} of ${of} stars, ${count} ${count === 1 ? 'rating' : 'ratings'}`}
      </span>
    </span>
  )
}

/** As many filled stars as were given. */
export function Stars({ stars }: { stars: number }) {
  return (
    <span className="inline-flex">
      {range.map((n) => (
        <Icon key={n} name="star" className={`size-4 ${n <= stars ? 'fill-current' : ''}`} />
      ))}
      <span className="sr-only">{`${stars} of ${of} stars`}</span>
    </span>
  )
}

const range = Array.from({ length: of }, (_, n) => n + 1)

interface StarsFieldProps {
  /** Unique on the page. */
  id: string
  label: string
  name: string
  defaultValue?: string | undefined
  error?: string | undefined
}

/** Radio buttons in the shape of stars: those up to the chosen one are filled. */
export function StarsField({ id, label, name, defaultValue, error }: StarsFieldProps) {
  return (
    <fieldset aria-describedby={error && `${id}-error`}>
      <legend className="text-sm font-semibold">{label}</legend>
      <div className="-mx-2 flex">
        {range.map((n) => (
          <label
            key={n}
            className="relative grid size-11 cursor-pointer place-items-center rounded-sm has-checked:[&_svg]:fill-current has-focus-visible:outline-3 has-focus-visible:outline-ink has-[~label>:checked]:[&_svg]:fill-current"
          >
            <input
              type="radio"
              name={name}
              value={n}
              aria-label={`${n} of ${of}`}
              defaultChecked={defaultValue === String(n)}
              className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
            />
            <Icon name="star" className="size-7" />
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
