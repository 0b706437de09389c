import { type ComponentType, createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test } from 'vitest'

import { startSession } from '#app/accounts/sessions.server.ts'
import { aBook, aCourse, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { startServer } from '#tests/support/server.ts'

import { Cached } from './cached.tsx'
import { createFragmentCache, mark } from './fragment-cache.server.tsx'

function renderer(options?: { maxBytes: number }) {
  const renderPage = createFragmentCache(options)
  return (page: ReactNode) => {
    const { html, fill } = renderPage(page)
    return fill(html).toString()
  }
}

const cached = <Props extends object>(of: ComponentType<Props>, props: Props, key?: string) =>
  createElement(Cached, { of, props, key } as never)

test('a component is rendered once per props', () => {
  const render = renderer()
  let rendered = 0
  const Name = ({ name }: { name: string; at?: Date }) => {
    rendered += 1
    return createElement('b', null, name)
  }
  const Other = ({ name }: { name: string }) => createElement('i', null, name)
  const one = cached(Name, { name: 'One' })
  expect([render(one), render(one)]).toEqual(['<b>One</b>', '<b>One</b>'])
  expect(rendered).toBe(1)
  expect(render(cached(Name, { name: '<Two> & "অ"' }))).toBe('<b>&lt;Two&gt; &amp; &quot;অ&quot;</b>')
  expect(render(cached(Other, { name: 'One' }))).toBe('<i>One</i>')
  render(cached(Name, { name: 'One', at: new Date(0) }))
  render(cached(Name, { name: 'One', at: new Date(1) }))
  expect(rendered).toBe(4)
})

test('the least recently used fragments are evicted when the cache is full', () => {
  const render = renderer({ maxBytes: 5_000 })
  const rendered: number[] = []
  const Long = ({ n }: { n: number }) => {
    rendered.push(n)
    return createElement('p', null, `${n}`.padEnd(1_500))
  }
  for (const n of [1, 2, 3, 1, 4, 1, 2]) render(cached(Long, { n }))
  expect(rendered).toEqual([1, 2, 3, 4, 2])
  render(cached(Long, { n: 1 }))
  expect(rendered).toEqual([1, 2, 3, 4, 2])
})

test('a page is the same with the cache as without it, also with hostile content', () => {
  const render = renderer()
  const Named = ({ name }: { name: string }) => createElement('h2', { title: name }, 'A ', name)
  const Around = ({ name }: { name: string }) => createElement('div', null, cached(Named, { name }))
  const pageOf = (names: string[]) => {
    const cards = names.flatMap((name) => [cached(Named, { name }, `1${name}`), cached(Around, { name }, `2${name}`)])
    return createElement('main', null, 'Text before', ...cards, 'and after')
  }
  const hostile = [
    `<template id="${mark}0"></template>`,
    `${mark}1`,
    '</h2><script>alert(1)</script>',
    '$& $1 {0}',
    '<!-- -->',
  ]
  const plain = pageOf(hostile)
  expect([render(plain), render(plain)]).toEqual([renderToString(plain), renderToString(plain)])
})

test('a page from cached fragments equals a freshly rendered one, for visitors, students and stores', async () => {
  const { db, url } = await freshDatabase()
  const [student, store] = [await aStudent(db), await aStore(db)]
  const createdAt = new Date('2026-01-05T10:00:00Z') // an age that does not turn while the pages are read
  const books = [
    await aBook(db, store, { name: 'Physics <b>&', createdAt }),
    await aBook(db, student, { name: 'অসমীয়া ব্যাকৰণ', createdAt }),
  ]
  await aCourse(db, await aStudent(db), { createdAt })
  const nobody = 'not-a-session' // an invalid cookie: gets the page for visitors, but bypasses the page cache
  const [asStudent, asStore] = [await startSession(db, student), await startSession(db, store)]
  const pages = [
    ...[nobody, asStudent].flatMap((who) =>
      ['/', '/?tab=books', '/?tab=courses', '/?tab=books&name=physics', '/none'].map((path) => ({ who, path })),
    ),
    ...['/market?tab=courses', '/market?tab=books'].map((path) => ({ who: asStore, path })),
  ]
  const read = async (address: string, { who, path }: (typeof pages)[number]) => {
    const answer = await fetch(address + path, { headers: { Cookie: `puthi-session=${who}` } })
    const html = (await answer.text()).replaceAll(/nonce="[^"]*"/g, '')
    const formKey = /name="key" value="([^"]+)"/.exec(html)?.[1] // a new idempotency key for each rendering
    return formKey ? html.replaceAll(formKey, 'KEY') : html
  }
  const readAll = async (address: string, order: typeof pages) => {
    const texts = new Map<string, string>()
    for (const page of order) texts.set(`${page.path} ${page.who}`, await read(address, page))
    return texts
  }
  const servers = await Promise.all([1, 2].map(() => startServer({ DATABASE_URL: url, LOG_LEVEL: 'warn' })))
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.stop()))))
  const [one, other] = servers

  const first = await readAll(one!.address, pages)
  const differing = (again: typeof first) =>
    [...first].filter(([page, text]) => again.get(page) !== text).map(([page]) => page)
  expect(differing(await readAll(one!.address, pages))).toEqual([])
  expect(differing(await readAll(other!.address, pages.toReversed()))).toEqual([])
  expect([...first.values()].join('')).not.toContain('<template')
  expect(first.get(`/?tab=courses ${asStudent}`)).toContain('/buy"')
  expect(first.get(`/market?tab=courses ${asStore}`)).not.toContain('/buy"')

  await db.updateTable('posts').set({ sellingPricePaise: 12_300 }).where('id', '=', books[0]!.id).execute()
  expect(await read(one!.address, { who: asStudent, path: '/?tab=books' })).toContain('₹123')
})
