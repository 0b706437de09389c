import { expect, test } from 'vitest'

import { readMarkdown } from './read-markdown.server.ts'

const words = { siteName: 'Puthi', phone: '098640 00000 (office)', mail: 'a_b_c@puthi.example', rude: '**<b>[x](/y)' }
const read = (body: string) => readMarkdown(`# Terms\n\n${body}\n`, words).blocks

test('the title is the first heading, and the first line may say that the text is a draft', () => {
  const text = '# Terms of *use*\n\nHello.\n'
  const adopted = readMarkdown(text, words)
  expect(adopted).toEqual({ title: 'Terms of use', draft: null, blocks: [{ is: 'paragraph', words: ['Hello.'] }] })
  expect(readMarkdown(`Draft. Ask a lawyer.\n\n${text}`, words)).toEqual({ ...adopted, draft: 'Draft. Ask a lawyer.' })
  expect(readMarkdown(`\uFEFFDraft.\r\n\r\n${text.replaceAll('\n', '\r\n')}`, words)).toEqual({
    ...adopted,
    draft: 'Draft.',
  })
  expect(() => readMarkdown('Hello.\n', words)).toThrow('it has to begin with a title')
  expect(() => readMarkdown('## Hello\n', words)).toThrow('it has to begin with a title')
  expect(() => readMarkdown('', words)).toThrow('it has to begin with a title')
})

test('headings have ids of their words, in any script, each its own', () => {
  const headings = read('## How long?\n\n### অসমীয়া পুথি\n\n## How long\n\n## Content\n\n## ?')
  expect(headings.map((block) => block.is === 'heading' && [block.level, block.id])).toEqual([
    [2, 'how-long'],
    [3, 'অসমীয়া-পুথি'],
    [2, 'how-long-3'],
    [2, 'content-4'], // every page has #content
    [2, 'part'],
  ])
})

test('paragraphs, lists in lists, bold, italics and links are kept', () => {
  expect(read('One\ntwo **three *four***.\n\n- a\n- b\n\n  more\n  1. [c](/privacy)\n     and d')).toEqual([
    { is: 'paragraph', words: ['One two ', { is: 'bold', words: ['three ', { is: 'italic', words: ['four'] }] }, '.'] },
    {
      is: 'list',
      isOrdered: false,
      items: [
        [{ is: 'paragraph', words: ['a'] }],
        [
          { is: 'paragraph', words: ['b'] },
          { is: 'paragraph', words: ['more'] },
          {
            is: 'list',
            isOrdered: true,
            items: [[{ is: 'paragraph', words: [{ is: 'link', to: '/privacy', words: ['c'] }, ' and d'] }]],
          },
        ],
      ],
    },
  ])
})

test('words in braces are replaced, in texts and in addresses, and never read as Markdown', () => {
  expect(read('{siteName}: [{mail}](mailto:{mail}), [{phone}](tel:{phone}), {rude}')).toEqual([
    {
      is: 'paragraph',
      words: [
        'Puthi: ',
        { is: 'link', to: `mailto:${words.mail}`, words: [words.mail] },
        ', ',
        { is: 'link', to: 'tel:09864000000', words: [words.phone] },
        `, ${words.rude}`,
      ],
    },
  ])
  expect(() => read('{sitename}')).toThrow('nothing is known for {sitename}: there are {siteName}, {phone}, {mail}')
  expect(() => read('[x](mailto:{nobody})')).toThrow('nothing is known for {nobody}')
  expect(() => read('## {constructor}')).toThrow('nothing is known for {constructor}')
})

test.for([
  ['<script>alert(1)</script>', 'html'],
  ['Some <b>bold</b> words', 'html'],
  ['![a cat](/cat.png)', 'image'],
  ['| a | b |\n|---|---|\n| 1 | 2 |', 'table'],
  ['> quoted', 'blockquote'],
  ['`code`', 'codespan'],
  ['```\ncode\n```', 'code'],
  ['one\n\n---\n\ntwo', 'hr'],
  ['~~gone~~', 'del'],
])('%s is refused, as the page could not show it', ([body, type]) => {
  expect(() => read(body!)).toThrow(`the page cannot show this (${type})`)
})

test.for(['javascript:alert(1)', '//evil.example', 'http://plain.example', 'data:text/html,x', 'privacy.md'])(
  'a link to %s is refused',
  (to) => {
    expect(() => read(`[x](${to})`)).toThrow('a link cannot lead to')
  },
)

test('a second title and small headings are refused', () => {
  for (const heading of ['# Again', '#### Small']) expect(() => read(heading)).toThrow('a heading of ## or ###')
})
