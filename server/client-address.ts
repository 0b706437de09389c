import { isIPv6 } from 'node:net'

import type { Context } from 'hono'

import type { AppEnv } from './app.ts'

/** A proxy adds the address it was called from at the end; what stands before it, anyone may have written. */
export function addressOf(c: Context<AppEnv>, { trustProxy }: { trustProxy: boolean }) {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return networkOf(forwarded || (c.env.incoming.socket.remoteAddress ?? ''))
}

/** Who has one IPv6 address has the 2^64 around it, too: they count as one. */
export function networkOf(address: string) {
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
