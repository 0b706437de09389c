import { isIP, isIPv6 } from 'node:net'

import type { Context } from 'hono'

import type { AppEnv } from '#server/app-options.ts'

/**
 * The client's network. A trusted proxy appends the address that called it to X-Forwarded-For; entries before it may be
 * forged. If the last entry is no IP address, the proxy's own address counts, so that the header cannot bypass limits.
 */
export function addressOf(c: Context<AppEnv>, { trustProxy }: { trustProxy: boolean }) {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  const { remoteAddress = '' } = c.env.incoming.socket
  return (forwarded && networkOf(forwarded)) || (networkOf(remoteAddress) ?? remoteAddress)
}

/**
 * The network that limits are charged to, without a port (some proxies add `ip:port`, `[v6]:port`); null if it is no IP
 * address. An IPv6 address counts as its /64, which belongs to one customer.
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
