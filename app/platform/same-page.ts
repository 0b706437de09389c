import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** Whether one only moves about on a page, such as from tab to tab: what does not depend on that need not be asked for. */
export function isSamePage({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs) {
  const isSending = formMethod !== undefined && formMethod !== 'GET'
  return !isSending && currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
}

/** Whether one only opens, leafs through or closes what these parts of the address name, over a page that stays. */
export function changesOnly(parts: string[], args: ShouldRevalidateFunctionArgs) {
  const rest = ({ searchParams }: URL) => String([...searchParams].filter(([name]) => !parts.includes(name)))
  return isSamePage(args) && rest(args.currentUrl) === rest(args.nextUrl)
}
