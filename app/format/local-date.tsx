import { useHasScript } from '#app/ui/use-has-script.ts'

import { formatDate } from './dates.ts'

/** The date in the browser's locale; until hydration in the Indian format. */
export function LocalDate({ date }: { date: Date }) {
  const hasScript = useHasScript()
  return <time dateTime={date.toISOString()}>{hasScript ? date.toLocaleDateString() : formatDate(date)}</time>
}
