import { createElement, Fragment, type ReactNode, useState } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'

import { inOrder } from '#tests/support/markup.ts'

import { encode, markupOf } from './markup.ts'
import { keepLooks, WrittenOnce } from './written-once.ts'

const h = createElement

const Named = ({ name, children }: { name: string; children?: ReactNode }) => h('p', { className: 'x' }, name, children)

test.each<[string, ReactNode]>([
  ['texts', ['a', ' b', 3, 0, '', null, undefined, true, false, 'c']],
  ['texts around an element', h('p', null, 'a', h('b', null, 'b'), 'c', 'd')],
  ['texts of several components', h(Fragment, null, h(Named, { name: 'a' }, 'b'), 'c', h(Fragment, null, 'd'), 'e')],
  ['what would end a text', h('p', { title: `"><script>'&` }, `</p><script>alert('1')</script> & "so"`)],
  ['Assamese', h('p', { 'aria-label': 'অসমীয়া' }, 'অসমীয়া ব্যাকৰণ ₹120')],
  [
    'lists',
    h(
      'ul',
      null,
      [1, 2].map((n) => h('li', { key: n }, n)),
    ),
  ],
  ['what has no content', h('div', null, h('br'), 'a', h('hr'), h('img', { src: '/a.jpg', alt: '', loading: 'lazy' }))],
  [
    'a picture',
    h('picture', null, h('source', { srcSet: '/a 1w', sizes: '(width >= 1px) 2px' }), h('img', { alt: 'a' })),
  ],
  ['a drawing', h('svg', { viewBox: '0 0 1 1', strokeWidth: 2, className: 'icon' }, h('use', { href: '/a.svg#b' }))],
  ['numbers', h('img', { width: 90, height: 0, alt: '' })],
  ['what is, is not, and says so', h('div', { hidden: true, inert: false, 'aria-hidden': true, 'data-on': false })],
  [
    'what only a browser hears',
    h('button', { onClick: () => {}, type: 'submit', form: 'deal', value: 'a', name: 'buy' }),
  ],
  ['a form', h('form', { action: '/a?b&c', onSubmit: () => {} }, h('button', { type: 'submit' }, 'Go'))],
  ['nothing', h(() => null)],
])('%s: what React writes', (_, node) => {
  expect(inOrder(markupOf(node).join(''))).toBe(inOrder(renderToString(node)))
})

test.each<[string, ReactNode]>([
  ['a state', h(() => h('p', null, useState(1)[0]))],
  ['a field, which has a value of its own', h('input', { name: 'a' })],
  ['markup that was not escaped', h('p', { dangerouslySetInnerHTML: { __html: '<b>' } })],
  ['a style', h('p', { style: { color: 'red' } })],
  ['an object', h('p', null, {} as ReactNode)],
])('%s is refused', (_, node) => {
  const { error } = console
  console.error = () => {} // React says that a hook is out of place, and then throws
  expect(() => markupOf(node)).toThrow(TypeError)
  console.error = error
})

test('what shows one thing is written once a look where its looks are kept, and each time where they are not', () => {
  let times = 0
  const part = (of: { name: string }, look: string) =>
    h(WrittenOnce, { of, look, children: () => ((times += 1), h('p', { className: look }, of.name, ' অ ')) })
  const [one, other, unkept] = [{ name: 'one' }, { name: 'other' }, { name: 'unkept' }]
  keepLooks(one)
  keepLooks(other)
  const parts = () => [part(one, 'x'), part(one, 'y'), part(other, 'x'), part(unkept, 'x')]
  const write = () => encode(markupOf(h(Fragment, null, 'a', h('hr'), ...parts(), 'b'))).toString()

  const first = write()
  expect(first.replaceAll('<!-- -->', '')).toBe(
    'a<hr><p class="x">one অ </p><p class="y">one অ </p><p class="x">other অ </p><p class="x">unkept অ </p>b',
  )
  expect([write(), write()]).toEqual([first, first])
  expect(times).toBe(3 + 3)
})
