import { type ChangeEvent, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'

import { wantedCountPath, wantedPath } from '#app/access/paths.ts'
import type { FileForm } from '#app/files/use-file-form.tsx'
import { nameMax } from '#app/forms/field-rules.ts'
import type { PostKind } from '#app/posts/post-rules.ts'
import { Field } from '#app/ui/field.tsx'

interface NameFieldProps {
  label: string
  kind: PostKind
  form: FileForm
  className?: string
}

/** The name of what is posted, and how many people look for it. */
export function NameField({ label, kind, form, className }: NameFieldProps) {
  const given = new URLSearchParams(useLocation().search).get('name')
  const [draft, setDraft] = useState<URLSearchParams | null>(null)
  const count = useWantedCount(draft)

  function handleChange({ currentTarget: field }: ChangeEvent<HTMLInputElement>) {
    const of = (name: string) => (field.form!.elements.namedItem(name) as HTMLInputElement | null)?.value ?? ''
    setDraft(new URLSearchParams({ kind, name: field.value, authorName: of('authorName'), className: of('className') }))
  }

  return (
    <div className={className}>
      <Field label={label} {...form.field('name', given)} maxLength={nameMax} onChange={handleChange} />
      {/* Always there, so that it is announced when it changes. */}
      <p aria-live="polite" className="mt-1.5 text-sm empty:absolute">
        {count > 0 && (
          <Link to={wantedPath} className="inline-flex min-h-6 items-center">
            {describeCount(count)}
          </Link>
        )}
      </p>
    </div>
  )
}

const countMax = 100
const describeCount = (count: number) => {
  if (count >= countMax) return `${countMax} or more people look for this`
  return count === 1 ? '1 person looks for this' : `${count} people look for this`
}

const pauseMs = 300

/** Asked for once typing has paused. Without an answer, as without a connection, it is 0. */
function useWantedCount(draft: URLSearchParams | null) {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const request = new AbortController()
    const timer = setTimeout(() => {
      if (draft === null || (draft.get('name') ?? '').trim().length < 2) return setCount(0)
      fetch(`${wantedCountPath}?${draft}`, { signal: request.signal })
        .then((response) => (response.ok ? (response.json() as Promise<{ count: number }>) : { count: 0 }))
        .then((answer) => setCount(answer.count))
        .catch(() => {})
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [draft])
  return count
}
