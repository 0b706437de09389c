export function waitText(seconds: number) {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  if (minutes <= 90) return `Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  return `Please try again in ${Math.ceil(minutes / 60)} hours.`
}
