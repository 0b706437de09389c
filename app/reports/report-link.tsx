import { Link } from 'react-router'

import type { Reported } from '#app/tickets/ticket-rules.ts'
import { Icon } from '#app/ui/icon.tsx'

interface ReportLinkProps {
  reported: Reported
  id: string
  label: string
}

/** Visitors log in first. */
export function ReportLink({ reported, id, label }: ReportLinkProps) {
  return (
    <Link
      to={`/report?${reported}=${id}`}
      className="inline-flex min-h-11 items-center gap-2 justify-self-start text-sm text-ink-soft"
    >
      <Icon name="flag" className="size-4" /> {label}
    </Link>
  )
}
