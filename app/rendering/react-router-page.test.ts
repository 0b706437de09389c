import { expect, onTestFinished, test } from 'vitest'

import { startSession } from '#app/accounts/sessions.server.ts'
import { aBook, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { startServer } from '#tests/support/server.ts'

import { pageDataId, loaderDataName } from './page-data.ts'
import { finishPage } from './react-router-page.server.ts'

/** The parts of React Router 8.4's HTML that finishPage depends on. */
const parts = {
  preload: '<link rel="modulepreload" href="/assets/a.js"/>',
  head: '</head><body><main>A page that speaks of window.__reactRouterContext</main>',
  context: '<script nonce="n">window.__reactRouterContext = {}</script>',
  module: '<script nonce="n" type="module" async="">import "/assets/a.js"</script>',
  end: '</body></html>',
}
const pageOf = (given: typeof parts) => `<html><head>${Object.values(given).join('')}`
const options = {
  data: { [loaderDataName]: '{"name":"</script>"}' },
  isDeferred: true,
  startsAtOnce: false,
  isTeams: false,
}

test('scripts are deferred, and the data precedes them as escaped JSON', () => {
  expect(finishPage(pageOf(parts), options)).toBe(
    '<!DOCTYPE html><html><head><link rel="later" href="/assets/a.js"/></head>' +
      '<body><main>A page that speaks of window.__reactRouterContext</main>' +
      `<script type="application/json" id="${pageDataId(loaderDataName)}">{"name":"\\u003c/script>"}</script>` +
      '<script type="text/later" nonce="n">window.__reactRouterContext = {}</script>' +
      '<script nonce="n" type="text/later" data-type="module">import "/assets/a.js"</script></body></html>',
  )
})

test.for(['preload', 'context', 'module'] as const)('HTML without %s throws', (missing) => {
  expect(() => finishPage(pageOf({ ...parts, [missing]: '' }), options)).toThrow("React Router's page has no")
})

test('all pages of a running server have deferred scripts and JSON data: for visitors, signed in, and not found', async () => {
  const { db, url } = await freshDatabase()
  const { address, stop } = await startServer({ DATABASE_URL: url, LOG_LEVEL: 'warn' })
  onTestFinished(async () => void (await stop()))
  const student = await aStudent(db)
  const book = await aBook(db, student, { name: '</script><script>window.__reactRouterContext = 1' })
  const Cookie = `puthi-session=${await startSession(db, student)}`
  for (const [path, headers] of [
    ['/?tab=books', {}],
    ['/?tab=books', { Cookie }],
    ['/none', {}],
    ['/none', { Cookie }],
  ] as const) {
    const html = await (await fetch(address + path, { headers })).text()
    const scripts = [...html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)].map(([, attributes, text]) => ({
      attributes,
      text,
    }))
    const running = scripts.filter(({ attributes }) => !/type="(text\/later|application\/json)"/.test(attributes!))
    const inline = running.filter(({ attributes }) => !/ src="\/assets\/entry\.first/.test(attributes!))
    expect(inline.filter(({ text }) => /__reactRouter|import/.test(text!))).toEqual([])
    expect(html).not.toContain('modulepreload')
    const json = scripts.find(({ attributes }) => attributes!.includes(`id="${pageDataId(loaderDataName)}"`))!.text!
    const loaded: unknown = JSON.parse(json)
    expect(loaded).toBeInstanceOf(Array)
    expect(json.includes(book.id)).toBe(path === '/?tab=books')
  }
})
