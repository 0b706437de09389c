import type { Purchase } from './order-queries.server.ts'
import type { Deal, OrderState } from './order-rules.ts'

/** What the QR code for UPI apps says; null if there is nothing to pay now, or nobody to pay. Never a link: banks refuse those to private persons. */
export function upiUrl({ upiAddress, sellerName, pricePaise, quantity, number, deal, state }: Purchase) {
  const paise = pricePaise * quantity
  if (!upiAddress || paise === 0 || !payableIn[deal].includes(state)) return null
  const amount = `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`
  const fields = { pa: upiAddress, pn: sellerName ?? '', am: amount, cu: 'INR', tn: `Order ${number}` }
  return `upi://pay?${Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`
}

const payableIn: Record<Deal, OrderState[]> = {
  copy: ['meeting', 'packing'],
  stock: ['packing', 'preparing', 'ready'],
  file: ['placed'],
}
