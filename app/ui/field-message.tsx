import { Icon } from './icon.tsx'

type MessageProps = { id: string; children: string; className?: string }

export function FieldHint({ id, children, className = '' }: MessageProps) {
  return (
    <p id={id} className={`mt-1.5 text-xs text-ink-soft ${className}`}>
      {children}
    </p>
  )
}

export function FieldError({ id, children, className = '' }: MessageProps) {
  return (
    <p id={id} className={`mt-1.5 flex gap-1.5 text-sm font-medium text-accent-ink ${className}`}>
      <Icon name="warning" className="mt-0.5 size-4.5" />
      {children}
    </p>
  )
}

export const fieldLabel = 'mb-1.5 block text-sm font-medium'
