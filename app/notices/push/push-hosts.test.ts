import { expect, test } from 'vitest'

import { isPushHost } from './push-hosts.ts'

test.for([
  'https://fcm.googleapis.com/fcm/send/a',
  'https://updates.push.services.mozilla.com/wpush/v2/a',
  'https://web.push.apple.com/a',
])('%s is a push service', (endpoint) => expect(isPushHost(endpoint, [])).toBe(true))

test.for([
  'http://fcm.googleapis.com/a',
  'https://fcm.googleapis.com:8443/a',
  'https://fcm.googleapis.com.evil.example/a',
  'https://evilpush.apple.com.example/a',
  'https://xpush.apple.com/a',
  'https://user@fcm.googleapis.com/a',
  'https://169.254.169.254/latest',
  'http://127.0.0.1:5432/',
  'file:///etc/passwd',
  '',
])('%s is none', (endpoint) => expect(isPushHost(endpoint, [])).toBe(false))

test('an operator may add hosts', () => {
  expect(isPushHost('http://127.0.0.1:99/a', ['127.0.0.1:99'])).toBe(true)
  expect(isPushHost('http://127.0.0.1:98/a', ['127.0.0.1:99'])).toBe(false)
})
