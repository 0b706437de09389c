import { Hono } from 'hono'
import { expect, test } from 'vitest'

import type { AppEnv } from '#server/app-options.ts'

import { addressOf, networkOf } from './client-address.ts'

const ofProxy = '10.0.0.1'

test.for([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['192.0.2.7:50412', '192.0.2.7'],
  ['[::ffff:192.0.2.7]:443', '192.0.2.7'],
  ['[2001:db8:1:2::9]:50412', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['[fe80::1%eth0]:80', 'fe80:0:0:0::/64'],
])('%s counts as %s', ([address, network]) => {
  expect(networkOf(address!)).toBe(network)
})

test.for(['', 'unknown', '_hidden', '192.0.2.7:', '192.0.2.7:x', '999.0.2.7', '[192.0.2.7', '2001:db8::9]:5'])(
  '"%s" is no IP address',
  (text) => {
    expect(networkOf(text)).toBe(null)
  },
)

async function addressFor(forwarded: string | null, trustProxy: boolean) {
  const app = new Hono<AppEnv>().get('/', (c) => c.text(addressOf(c, { trustProxy })))
  const headers: HeadersInit = forwarded === null ? {} : { 'X-Forwarded-For': forwarded }
  const answer = await app.request('/', { headers }, { incoming: { socket: { remoteAddress: ofProxy } } })
  return answer.text()
}

test('the last entry of a trusted proxy counts, and the proxy itself if that is no IP address', async () => {
  expect(await addressFor('198.51.100.1, 192.0.2.7:50412', true)).toBe('192.0.2.7')
  expect(await addressFor('198.51.100.1, unknown', true)).toBe(ofProxy)
  expect(await addressFor(null, true)).toBe(ofProxy)
  expect(await addressFor('192.0.2.7', false)).toBe(ofProxy)
})
