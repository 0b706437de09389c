import { useHasScript } from '#app/ui/use-has-script.ts'

import { formatDate } from './dates.ts'

/** The day as the visitor's own device writes it; until the script is there, as it is written in India. */
export function LocalDate({ date }: { date: Date }) {
  const hasScript = useHasScript()
  return <time dateTime={date.toISOString()}>{hasScript ? date.toLocaleDateString() : formatDate(date)}</time>
}
