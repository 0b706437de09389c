import { expect, test } from 'vitest'

import { optionalPhoneNumber, phoneMessage, phoneNumber } from './field-rules.ts'

test.for([
  '9864000000',
  '+91 98640 00000',
  '+919864000000',
  '919864000000',
  '09864000000',
  ' 98640-00000 ',
  '(98640) 00000',
])('"%s" is read as its ten digits', (typed) => {
  expect(phoneNumber.parse(typed)).toBe('9864000000')
  expect(optionalPhoneNumber.parse(typed)).toBe('9864000000')
})

test.for(['', '98640', '+1 98640 00000', '98640000001', '+91 986400000', '986400000a', '9198640000'.repeat(2)])(
  '"%s" is no phone number',
  (typed) => {
    expect(phoneNumber.safeParse(typed).error?.issues[0]?.message).toBe(phoneMessage)
  },
)

test('an optional phone number may be empty, but not only punctuation', () => {
  expect(optionalPhoneNumber.parse('  ')).toBe('')
  for (const typed of ['--', '+', '()']) expect(optionalPhoneNumber.safeParse(typed).success).toBe(false)
})

test('a number that begins with 91 keeps its digits', () => {
  expect(phoneNumber.parse('9198640000')).toBe('9198640000')
})
