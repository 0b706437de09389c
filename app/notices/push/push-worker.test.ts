import { readFileSync } from 'node:fs'
import vm from 'node:vm'

import { expect, test } from 'vitest'

/** Runs the worker as a browser does, and notes what it asks the browser for. */
function startWorker() {
  const asked: unknown[] = []
  const listeners: Record<string, (event: object) => void> = {}
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) => (listeners[type] = listener),
    registration: { showNotification: (...args: unknown[]) => asked.push(['show', ...args]) },
    clients: { openWindow: (path: string) => asked.push(['open', path]) },
  }
  vm.runInNewContext(readFileSync('public/push-worker.js', 'utf8'), { self })
  const waitUntil = () => {}
  return { asked, fire: (type: string, event: object) => listeners[type]!({ waitUntil, ...event }) }
}

test('a push is shown, and pressing it opens its notice', () => {
  const { asked, fire } = startWorker()
  fire('push', { data: { json: () => ({ id: 'one', title: 'Your order', text: '2 × Physics' }) } })
  fire('notificationclick', { notification: { data: { id: 'one' }, close: () => asked.push(['close']) } })
  expect(asked).toEqual([
    ['show', 'Your order', { body: '2 × Physics', tag: 'one', icon: '/favicon.svg', data: { id: 'one' } }],
    ['close'],
    ['open', '/notices/one'],
  ])
})
