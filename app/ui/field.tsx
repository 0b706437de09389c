import { type ComponentProps, type ReactNode, useId, useState } from 'react'

import { FieldError, FieldHint, fieldLabel } from './field-message.tsx'
import { Icon } from './icon.tsx'
import { useHasScript } from './use-has-script.ts'

type FrameProps = {
  label: string
  name: string
  /** Unique on the page, where it cannot be left to React. */
  id?: string | undefined
  hint?: string | undefined
  error?: string | undefined
  /** Of the whole field: its place in the form. */
  className?: string | undefined
}

type ControlProps = {
  id: string
  name: string
  className: string
  'aria-invalid'?: true
  'aria-describedby'?: string
}

function Frame({
  label,
  name,
  id: given,
  hint,
  error,
  className,
  children,
}: FrameProps & { children: (control: ControlProps) => ReactNode }) {
  const own = useId()
  const id = given ?? own
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const border = error ? 'border-2 border-accent-ink px-2.75 py-2.25' : 'border border-edge px-3 py-2.5'

  // The scroll margin brings the label above the field and a message of three lines below it into sight with the focus.
  return (
    <div className={className}>
      <label htmlFor={id} className={fieldLabel}>
        {label}
      </label>
      {children({
        id,
        name,
        className: `block scroll-mt-8 scroll-mb-20 min-h-12 w-full rounded-md bg-paper text-base in-[dialog]:bg-sheet disabled:bg-rule disabled:text-ink-soft ${border}`,
        ...(error && { 'aria-invalid': true }),
        ...(describedBy && { 'aria-describedby': describedBy }),
      })}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
    </div>
  )
}

const writable =
  'placeholder:text-ink-soft [&[readonly]]:border-transparent [&[readonly]]:bg-leaf in-[dialog]:[&[readonly]]:bg-leaf'

type FieldProps = FrameProps & Omit<ComponentProps<'input'>, 'id' | 'name' | 'className'>

export function Field({ label, name, id, hint, error, className, ...input }: FieldProps) {
  return (
    <Frame label={label} name={name} id={id} hint={hint} error={error} className={className}>
      {(control) => (
        <input type="text" {...input} {...control} className={`${control.className} ${writable} text-ellipsis`} />
      )}
    </Frame>
  )
}

/** Can be read while it is typed: a slip on a phone's keyboard is hard to find behind dots. */
export function PasswordField({ label, name, id, hint, error, className, ...input }: Omit<FieldProps, 'type'>) {
  const [isShown, setIsShown] = useState(false)
  const hasScript = useHasScript()
  return (
    <Frame label={label} name={name} id={id} hint={hint} error={error} className={className}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={`${control.className} ${writable} pr-18`}
          />
          {hasScript && (
            <button
              type="button"
              onClick={() => setIsShown(!isShown)}
              className="absolute inset-y-0 right-0 min-w-11 px-3 text-sm font-medium text-accent-ink"
            >
              {isShown ? 'Hide' : 'Show'}
              <span className="sr-only"> password</span>
            </button>
          )}
        </div>
      )}
    </Frame>
  )
}

type TextAreaProps = FrameProps & Omit<ComponentProps<'textarea'>, 'id' | 'name' | 'className'>

export function TextArea({ label, name, id, hint, error, className, ...textarea }: TextAreaProps) {
  return (
    <Frame label={label} name={name} id={id} hint={hint} error={error} className={className}>
      {(control) => (
        <textarea {...textarea} {...control} className={`${control.className} ${writable} min-h-24 resize-y`} />
      )}
    </Frame>
  )
}

type SelectProps = FrameProps &
  Omit<ComponentProps<'select'>, 'id' | 'name' | 'className' | 'children'> & {
    options: readonly (string | { value: string; label: string })[]
    /** The words of a first choice that stands for none. */
    empty?: string | undefined
  }

export function Select({ label, name, id, hint, error, className, options, empty, ...select }: SelectProps) {
  return (
    <Frame label={label} name={name} id={id} hint={hint} error={error} className={className}>
      {(control) => (
        <div className="relative">
          <select {...select} {...control} className={`${control.className} appearance-none pr-10 text-ellipsis`}>
            {empty !== undefined && <option value="">{empty}</option>}
            {options.map((option) => {
              const { value, label: words } = typeof option === 'string' ? { value: option, label: option } : option
              return (
                <option key={value} value={value}>
                  {words}
                </option>
              )
            })}
          </select>
          <Icon name="chevron-down" className="pointer-events-none absolute top-4 right-3 size-4" />
        </div>
      )}
    </Frame>
  )
}
