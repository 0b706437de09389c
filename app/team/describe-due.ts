const hourMs = 3_600_000

/** "in 5 h", "2 d late" */
export function describeDue(dueAt: Date, now: Date) {
  const ms = dueAt.getTime() - now.getTime()
  const words = inWords(Math.abs(ms))
  return ms < 0 ? `${words} late` : `in ${words}`
}

function inWords(ms: number) {
  if (ms < hourMs) return `${Math.max(1, Math.round(ms / 60_000))} min`
  return ms < 48 * hourMs ? `${Math.round(ms / hourMs)} h` : `${Math.round(ms / 24 / hourMs)} d`
}
