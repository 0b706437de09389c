import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { readForm } from './forms.ts'

const Message = z
  .object({
    name: z.string().check(z.trim(), z.minLength(1, 'Name is required')),
    text: z.string().check(z.trim(), z.minLength(1, 'Text is required'), z.maxLength(10, 'Text is too long')),
    password: z.optional(z.string()),
  })
  .check(z.refine((message) => message.name !== message.text, 'Say something else than your name'))

function form(fields: [string, string][]) {
  const data = new FormData()
  for (const [name, value] of fields) data.append(name, value)
  return data
}

test('the schema parses the values and drops unknown fields', () => {
  const reading = readForm(
    Message,
    form([
      ['name', ' Anu '],
      ['text', 'hello'],
      ['role', 'owner'],
    ]),
  )
  expect(reading).toHaveProperty('values', { name: 'Anu', text: 'hello' })
})

test('errors hold the first message of each field, with the typed values', () => {
  const reading = readForm(
    Message,
    form([
      ['name', ' '],
      ['text', 'far too long'],
    ]),
  )
  expect(reading).toEqual({
    ok: false,
    errors: { name: 'Name is required', text: 'Text is too long' },
    typed: { name: ' ', text: 'far too long' },
  })
})

test('an error of the form as a whole has the empty name', () => {
  expect(
    readForm(
      Message,
      form([
        ['name', 'Anu'],
        ['text', 'Anu'],
      ]),
    ),
  ).toMatchObject({ errors: { '': 'Say something else than your name' } })
})

test('a secret field is never returned', () => {
  const reading = readForm(
    Message,
    form([
      ['name', ''],
      ['password', 'sentinel'],
    ]),
    { secret: ['password'] },
  )
  expect(JSON.stringify(reading)).not.toContain('sentinel')
})

test('the first value of a repeated field counts', () => {
  const reading = readForm(
    Message,
    form([
      ['name', 'Anu'],
      ['name', 'Bina'],
      ['text', 'x'],
    ]),
  )
  expect(reading).toMatchObject({ values: { name: 'Anu' } })
})

test('line ends are normalised, and NUL, which PostgreSQL cannot store, is removed', () => {
  const reading = readForm(
    Message,
    form([
      ['name', 'A\0nu'],
      ['text', 'a\r\nb'],
    ]),
  )
  expect(reading).toMatchObject({ values: { name: 'Anu', text: 'a\nb' } })
})

test('a file field counts as filled if a file is chosen', () => {
  const Upload = z.object({ picture: z.string().check(z.minLength(1, 'Picture is required')) })
  const withFile = (file: File) => {
    const data = new FormData()
    data.append('picture', file)
    return readForm(Upload, data)
  }
  expect(withFile(new File([], ''))).toMatchObject({ ok: false, errors: { picture: 'Picture is required' } })
  expect(withFile(new File([], 'empty.png'))).toMatchObject({ ok: true })
  expect(withFile(new File(['x'], 'shop.png'))).toMatchObject({ ok: true })
})
