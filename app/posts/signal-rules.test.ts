import { expect, test } from 'vitest'

import { hasPhoneOrLink } from './signal-rules.ts'

test.each([
  'Call 98640 12345',
  'WhatsApp 9864012345 for a discount',
  '+91-98640-12345',
  'see https://example.org/notes',
  'www.cheapnotes.example',
  'more at cheapnotes.com',
  'wa.me/9198',
])('%s', (text) => expect(hasPhoneOrLink(text)).toBe(true))

test.each([
  'Class XII, SEBA, 2024 edition',
  'ISBN 9789353164287',
  'Pages 100 to 250, questions of 2019 2020 2021',
  '12,500 questions',
  'By R. D. Sharma, vol. 2, in good condition',
  'অসমীয়া ব্যাকৰণ',
])('%s is neither', (text) => expect(hasPhoneOrLink(text)).toBe(false))
