import { useLocation } from 'react-router'

/** What a sign-up passes on to the log-in, in the history: an address would tell it to whoever sees the address. */
export const phoneOf = (answer: object | undefined) =>
  answer && 'phone' in answer ? { phone: answer.phone as string } : null

/** The phone number of who has just signed up. */
export function useSignedUpPhone() {
  const { state } = useLocation() as { state: { phone?: string } | null }
  return state?.phone
}
