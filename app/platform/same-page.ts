import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** Whether one only moves about on a page, such as from tab to tab: what does not depend on that need not be asked for. */
export function isSamePage({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs) {
  return !formMethod && currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
}
