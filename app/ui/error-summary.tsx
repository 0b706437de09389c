import { Icon } from './icon.tsx'

/** On top of a form, when one rule names several fields. */
export function ErrorSummary({ children }: { children: string }) {
  return (
    <div role="alert" className="flex gap-3 border-l-4 border-accent-ink bg-accent-tint px-3.5 py-3 text-sm">
      <Icon name="warning" className="mt-px size-5 text-accent-ink" />
      <p>{children}</p>
    </div>
  )
}
