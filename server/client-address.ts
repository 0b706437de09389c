import { isIP, isIPv6 } from 'node:net'

import type { Context } from 'hono'

import type { AppEnv } from './app.ts'

/**
 * A proxy appends the address it was called from to X-Forwarded-For; what stands before it, anyone may have written. If
 * that is no IP address, the proxy's own counts, so that nothing in the header escapes the limits.
 */
export function addressOf(c: Context<AppEnv>, { trustProxy }: { trustProxy: boolean }) {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  const { remoteAddress = '' } = c.env.incoming.socket
  return (forwarded && networkOf(forwarded)) || (networkOf(remoteAddress) ?? remoteAddress)
}

/**
 * The network that limits count by, without a port (some proxies add one: `ip:port`, `[v6]:port`); null for what is no IP
 * address. Whoever has an IPv6 address has its whole /64, so it counts as one.
 */
export function networkOf(text: string) {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/.exec(text) ?? []
  const address = bracketed ?? plain ?? text
  if (isIP(address) === 0) return null
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [start = '', end] = address.split('%')[0]!.split('::')
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':'))
  const [first, last] = [groupsOf(start), groupsOf(end ?? '')]
  const zeros = end === undefined ? 0 : 8 - first.length - last.length
  const groups = [...first, ...Array<string>(Math.max(0, zeros)).fill('0'), ...last].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
