import { createElement, Fragment, type ReactNode, useState } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'

import { inOrder } from '#tests/support/markup.ts'

import { encode, markupOf } from './markup.ts'
import { type Look, Stencil, type Words } from './stencil.ts'

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

const aPart = (words: Words, look: Look = {}) =>
  h(Stencil, {
    name: 'a part',
    words,
    look,
    key: null,
    children: (said: Words, { isLoud }: Look) =>
      h(
        'p',
        { title: said.name, className: isLoud ? 'loud' : 'calm' },
        said.name,
        ' by ',
        said.by && h('b', null, said.by),
        '.',
      ),
  })

test('a part that is there many times is what React writes, whatever its words are', () => {
  const parts = [
    aPart({ name: 'one', by: 'two' }),
    aPart({ name: `</p> & "it's" অসমীয়া`, by: '<b>' }),
    aPart({ name: 'one', by: null }),
    aPart({ name: 'other', by: null }, { isLoud: true }),
    aPart({ name: '', by: 'nobody' }),
    aPart({ name: 'one again', by: '' }),
    aPart({ name: 'a\u0001by\u0001b', by: '$&' }),
  ]
  for (const part of [...parts, ...parts]) {
    const node = h('div', null, h('hr'), part)
    expect(inOrder(encode(markupOf(node)).toString())).toBe(inOrder(renderToString(node)))
  }
})

test('a part that is there many times is drawn once in each look, and for each choice of words', () => {
  let times = 0
  const draw = (words: Words, look: string) =>
    markupOf(
      h(Stencil, {
        name: 'drawn once',
        words,
        look: { look },
        children: ({ name }: Words) => ((times += 1), h('i', null, name)),
      }),
    )
  for (const name of ['one', 'two', 'three']) draw({ name }, 'x')
  expect(times).toBe(1)
  draw({ name: 'one' }, 'y')
  expect(times).toBe(2)
  for (const name of [null, '', null]) draw({ name }, 'y')
  expect(times).toBe(4)
})
