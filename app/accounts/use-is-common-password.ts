import { useEffect, useState } from 'react'

import { hashBeginning, hashLength } from './common-password-rules.ts'

const afterMs = 300
/** Shorter ones are refused anyway. */
const lengthMin = 6

/** Whether a password is among the most common ones. Without a connection nothing is known of it. */
export function useIsCommonPassword(password: string) {
  const [isCommon, setIsCommon] = useState(false)
  useEffect(() => {
    const request = new AbortController()
    const look = () =>
      findIsCommon(password, request.signal).then(
        (found) => !request.signal.aborted && setIsCommon(found),
        () => {},
      )
    const timer = setTimeout(() => void look(), afterMs)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [password])
  return isCommon
}

async function findIsCommon(password: string, signal: AbortSignal) {
  // Browsers hash over HTTPS and on localhost only.
  if (password.length < lengthMin || !('subtle' in crypto)) return false
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(password.toLowerCase()))
  const hash = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const response = await fetch(`/common-passwords?begins=${hash.slice(0, hashBeginning)}`, { signal })
  const common = response.ok ? ((await response.json()) as string[]) : []
  return common.includes(hash.slice(0, hashLength))
}
