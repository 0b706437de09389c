/** ₹10,00,000: more is taken for a typing error. */
export const maxPaise = 100_000_000

const groupedDigits = /^(\d+|\d{1,3}(,\d{2})*,\d{3}|\d{1,3}(,\d{3})+)$/

/** Parses 250, 250.50, 1,250, 1,23,456 and ₹250; null for anything else. */
export function parsePaise(text: string) {
  const [, rupees = '', paise = ''] = /^₹?\s*([\d,]+)(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  if (!groupedDigits.test(rupees)) return null
  const sum = Number(rupees.replaceAll(',', '')) * 100 + Number(paise.padEnd(2, '0'))
  return Number.isSafeInteger(sum) ? sum : null
}

/** Formats with Indian grouping, such as ₹1,23,456.50; no .00. */
export function formatPaise(paise: number) {
  const rupees = String(Math.trunc(paise / 100)).replaceAll(/\d(?=(\d\d)+\d$)/g, '$&,')
  const rest = paise % 100
  return rest === 0 ? `₹${rupees}` : `₹${rupees}.${String(rest).padStart(2, '0')}`
}
