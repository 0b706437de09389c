import { expect, test } from 'vitest'

import { isLoopback, readConfig } from './config.server.ts'

test('everything has a default', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: null,
    demo: null,
    logLevel: 'info',
  })
})

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: ' ', PUBLIC_URL: '' })).toMatchObject({ port: 3000, publicUrl: null })
})

test.for([
  ['PORT', 'http', 'PORT is "http", but it takes a whole number from 0 to 65535.'],
  ['PORT', '65536', 'PORT is "65536", but it takes a whole number from 0 to 65535.'],
  ['HOST', 'a b', 'HOST is "a b", but it takes an address or name to listen on, such as 127.0.0.1 or 0.0.0.0.'],
  ['PUBLIC_URL', 'puthi.example', 'PUBLIC_URL is "puthi.example", but it takes an address without a path'],
  ['PUBLIC_URL', 'https://puthi.example/shop', 'but it takes an address without a path'],
  ['DATABASE_URL', 'mysql://localhost/x', 'DATABASE_URL is refused: it takes a PostgreSQL address'],
  ['FILES_URL', './files', 'FILES_URL is refused: it takes s3://bucket'],
  ['FILES_URL', 's3://', 'FILES_URL is refused: it takes s3://bucket'],
  ['FILES_URL', 's3://shelf?endpoint=storage.example', 'FILES_URL is refused: it takes s3://bucket'],
  ['DEMO', 'yes', 'DEMO is "yes", but it takes on or off.'],
  ['TRUST_PROXY', '1', 'TRUST_PROXY is "1", but it takes on or off.'],
  ['RATE_LIMITS', '0', 'RATE_LIMITS is "0", but it takes on or off.'],
  ['SHUTDOWN_DELAY', '61', 'SHUTDOWN_DELAY is "61", but it takes a whole number of seconds from 0 to 60.'],
  ['KEEP_ALIVE_SECONDS', '0', 'KEEP_ALIVE_SECONDS is "0", but it takes a whole number of seconds from 1 to 3600.'],
  ['PAGE_PROTECTION', 'true', 'PAGE_PROTECTION is "true", but it takes on, content or off.'],
  ['DOCUMENT_VIEWER_URL', 'javascript:alert({url})', 'it takes an https address with {url} in place of the PDF'],
  ['DOCUMENT_VIEWER_URL', 'https://viewer.example/', 'it takes an https address with {url} in place of the PDF'],
  ['SUPPORT_EMAIL', 'nobody', 'SUPPORT_EMAIL is "nobody", but it takes an e-mail address.'],
  ['FOUNDERS', 'One; Alone', 'FOUNDERS is "One; Alone", but it takes two people'],
  ['SOCIAL_LINKS', 'Facebook', 'SOCIAL_LINKS is "Facebook", but it takes names with addresses'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL is "loud", but it takes silent, fatal, error, warn, info, debug, trace.'],
])('%s=%s is refused in one line that names it', ([name, value, message]) => {
  expect(() => readConfig({ [name!]: value })).toThrow(message)
  expect(() => readConfig({ [name!]: value })).toThrow(/^[^\n]+$/)
})

test.for([
  ['DATABASE_URL', 'mysql://puthi:sentinel@localhost/x'],
  ['DATABASE_URL', 'postgres//puthi:sentinel@localhost/x'],
  ['DATABASE_URL', 'postgres://puthi:sen#tinel/sentinel@localhost/x'],
  ['FILES_URL', 's4://shelf?key=sentinel'],
  ['FILES_URL', 's3://shelf?endpoint=https://id:sentinel@storage.example'],
  ['DOCUMENT_VIEWER_URL', 'https://viewer.example/?key=sentinel'],
  ['PUBLIC_URL', 'https://puthi:sentinel@puthi.example/'],
  ['PUBLIC_URL', 'https://puthi:a@sentinel@puthi.example/path'],
])('the refusal of %s=%s does not repeat a secret', ([name, value]) => {
  const refused = { message: '' }
  try {
    readConfig({ [name!]: value })
  } catch (error) {
    refused.message = String(error)
  }
  expect(refused.message).toContain(name)
  expect(refused.message).not.toContain('sentinel')
})

test('DOCUMENT_VIEWER_URL needs PUBLIC_URL, from which the viewer reads PDFs', () => {
  const viewer = { DOCUMENT_VIEWER_URL: 'https://viewer.example/embed?url={url}' }
  expect(() => readConfig(viewer)).toThrow(/^DOCUMENT_VIEWER_URL needs PUBLIC_URL: /)
  expect(readConfig({ ...viewer, PUBLIC_URL: 'https://puthi.example' }).documentViewerUrl).toContain('viewer.example')
})

test('the credentials of the file storage are complete or null', () => {
  const key = { AWS_ACCESS_KEY_ID: ' id ', AWS_SECRET_ACCESS_KEY: 'secret' }
  expect(readConfig(key).awsKey).toEqual({ id: 'id', secret: 'secret' })
  expect(readConfig({ ...key, AWS_SECRET_ACCESS_KEY: '' }).awsKey).toBe(null)
})

test('social links keep their order and their addresses', () => {
  const { socialLinks } = readConfig({ SOCIAL_LINKS: 'Facebook=https://a.example/?x=1, YouTube=https://b.example/' })
  expect(socialLinks).toEqual([
    { name: 'Facebook', url: 'https://a.example/?x=1' },
    { name: 'YouTube', url: 'https://b.example/' },
  ])
})

test('contacts that are not set are marked as examples, reach nobody, and are listed as placeholders', () => {
  const { founders, supportPhone, supportEmail, placeholders } = readConfig({})
  expect(new Set(founders.map(({ name }) => name)).size).toBe(2)
  for (const { name } of founders) expect(name).toMatch(/^\p{Lu}\p{L}+ \p{Lu}\p{L}+ \(example\)$/u)
  // Indian numbers have ten digits after the trunk prefix or country code; this one has nine.
  expect(supportPhone).toMatch(/^0[1-9]\d{3} \d{5} \(example\)$/)
  expect(supportEmail).toMatch(/\.example$/)
  expect(placeholders).toEqual(['SUPPORT_PHONE', 'SUPPORT_EMAIL', 'SOCIAL_LINKS', 'FOUNDERS'])
  expect(readConfig({ SUPPORT_PHONE: '98640 00000', SUPPORT_EMAIL: ' ' }).placeholders).toEqual([
    ...['SUPPORT_EMAIL', 'SOCIAL_LINKS', 'FOUNDERS'],
  ])
})

test('only this machine reaches a loopback host', () => {
  expect(['127.0.0.1', '127.1.2.3', '::1', 'localhost'].map(isLoopback)).toEqual([true, true, true, true])
  expect(['0.0.0.0', '::', '192.0.2.1', 'localhost.evil.example'].map(isLoopback)).toEqual([false, false, false, false])
})
