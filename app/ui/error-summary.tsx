import { Icon } from './icon.tsx'

/** Above a form, for an error of several fields. It gets the focus if no single field is invalid. */
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
