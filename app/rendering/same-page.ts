import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** Whether only the query changes, such as from tab to tab: loaders that do not depend on it need not run again. */
export function onlyQueryChanges({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs) {
  const isSending = formMethod !== undefined && formMethod !== 'GET'
  return !isSending && currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
}

/** Whether only these query parameters change, as when a dialog over the page opens or closes. */
export function changesOnly(parameters: string[], args: ShouldRevalidateFunctionArgs) {
  const rest = ({ searchParams }: URL) => String([...searchParams].filter(([name]) => !parameters.includes(name)))
  return onlyQueryChanges(args) && rest(args.currentUrl) === rest(args.nextUrl)
}
