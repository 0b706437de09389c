import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { useSubmit } from 'react-router'
import type { ZodMiniType } from 'zod/mini'

import { afterPress } from './after-press.ts'
import { type Answer, type FormErrors, readForm } from './forms.ts'

/** Returns the data to submit in place of the form's own, for example after uploading its files, or errors to show. */
type Prepare = (form: HTMLFormElement) => Promise<FormData | FormErrors>

interface Options {
  prepare?: Prepare
}

/**
 * Checks a form in the browser by the server's schema. Without script it is a plain form, and `answer` holds the
 * server's errors and the typed values. A field shows its error after losing focus and clears it once valid; submitting
 * focuses the first invalid field.
 */
export function useForm(schema: ZodMiniType, answer: Answer | undefined, { prepare }: Options = {}) {
  const ref = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  const [errors, setErrors] = useState<FormErrors>(answer?.errors ?? {})

  const [seen, setSeen] = useState(answer)
  if (answer !== seen) {
    setSeen(answer)
    setErrors(answer?.errors ?? {})
  }
  useEffect(() => {
    if (answer?.errors) focusFirst(ref.current, answer.errors)
    else if (answer?.notice?.kind === 'success') ref.current?.reset()
  }, [answer])

  /** `submitter`: the button that was pressed, which may have a name and a value of its own. */
  function check(form: HTMLFormElement, submitter?: HTMLElement | null) {
    const reading = readForm(schema, new FormData(form, submitter))
    return reading.ok ? {} : reading.errors
  }

  async function send(form: HTMLFormElement, prepareForm: Prepare) {
    const data = await prepareForm(form)
    if (data instanceof FormData) return submit(data, { method: 'post', action: form.getAttribute('action') ?? '' })
    setErrors(data)
  }

  const props = {
    ref,
    method: 'post' as const,
    noValidate: true, // our messages, not the browser's
    onSubmit(event: FormEvent<HTMLFormElement>) {
      const form = event.currentTarget
      const found = check(form, (event.nativeEvent as SubmitEvent).submitter)
      setErrors(found)
      if (Object.keys(found).length > 0) {
        event.preventDefault()
        focusFirst(form, found)
      } else if (prepare) {
        event.preventDefault()
        void send(form, prepare)
      }
    },
    onInput(event: FormEvent<HTMLFormElement>) {
      if (Object.keys(errors).length === 0) return
      const found = check(event.currentTarget)
      setErrors(updateMessages(errors, (name) => found[name]))
    },
    onBlur(event: FocusEvent<HTMLFormElement>) {
      const field = event.target as EventTarget & { name?: string; value?: string; type?: string }
      const { name, value, type } = field
      if (!name || !value || type === 'file') return
      const form = event.currentTarget
      afterPress(() => {
        const message = check(form)[name]
        if (message) setErrors((current) => ({ ...current, [name]: message }))
      })
    },
    onReset: () => setErrors({}),
  }

  return {
    props,
    /** Error of the form as a whole. */
    error: errors[''],
    /** `initial`: the stored value, in forms that edit something. */
    field: (name: string, initial?: string | null) => ({
      name,
      error: errors[name],
      defaultValue: answer?.typed?.[name] ?? initial ?? undefined,
    }),
    focusFirstError: () => focusFirst(ref.current, errors),
    reset: () => ref.current?.reset(),
  }
}

function updateMessages(errors: FormErrors, messageOf: (name: string) => string | undefined) {
  const kept = Object.keys(errors).map((name) => [name, messageOf(name)] as const)
  return Object.fromEntries(kept.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

function focusFirst(form: HTMLFormElement | null, errors: FormErrors) {
  const fields = [...(form?.elements ?? [])] as HTMLInputElement[]
  const wrong = fields.find((field) => field.name && errors[field.name])
  ;(wrong ?? form?.querySelector<HTMLElement>('[role=alert]'))?.focus()
}
