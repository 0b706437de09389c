import { Icon } from './icon.tsx'

/** On top of a form, when one rule names several fields. A form that has nothing else to point at gives it the focus. */
export function ErrorSummary({ children }: { children: string }) {
  return (
    <div
      role="alert"
      tabIndex={-1}
      className="flex gap-3 border-l-4 border-accent-ink bg-accent-tint px-3.5 py-3 text-sm"
    >
      <Icon name="warning" className="mt-px size-5 text-accent-ink" />
      <p>{children}</p>
    </div>
  )
}
