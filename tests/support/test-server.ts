import path from 'node:path'

import { onTestFinished } from 'vitest'

import { createDb } from '#app/platform/db.server.ts'

import { startServer } from './server.ts'

/** A server for one test, killed after it. */
export async function start(env: Record<string, string>) {
  const server = await startServer({ LOG_LEVEL: 'warn', ...env })
  onTestFinished(async () => void (await server.stop('SIGKILL')))
  return server
}

/** Sends a contact message, which writes a row and needs no account. */
export function sendMessage(address: string, name = 'Anu') {
  return fetch(`${address}/ContactUs`, {
    method: 'POST',
    headers: { Accept: 'text/html' },
    body: new URLSearchParams({ name, phone: '9876543210', reason: 'Hello' }),
  })
}

export const isReady = async (address: string) => (await fetch(`${address}/readyz`)).ok

/** Connects to the embedded database of a folder. */
export function databaseIn(folder: string) {
  const socket = encodeURIComponent(path.join(folder, 'run'))
  return createDb(`postgres://puthi@localhost/postgres?host=${socket}`, { max: 1 })
}
