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
  ['DATABASE_URL', 'postgres://a:1@one,two:5433/x', 'DATABASE_URL has several hosts, but takes one: name HAProxy'],
  ['MIGRATE', 'no', 'MIGRATE is "no", but it takes on or off.'],
  ['FILES_PUBLIC_URL', 'files.example', 'it takes an address such as https://files.puthi.example/bucket'],
  ['FILES_PUBLIC_URL', 'https://files.example/?a', 'it takes an address such as https://files.puthi.example/bucket'],
  ['FILES_URL', './files', 'FILES_URL is refused: it takes s3://bucket'],
  ['FILES_URL', 's3://', 'FILES_URL is refused: it takes s3://bucket'],
  ['FILES_URL', 's3://shelf?endpoint=storage.example', 'FILES_URL is refused: it takes s3://bucket'],
  ['DEMO', 'yes', 'DEMO is "yes", but it takes on or off.'],
  ['TRUST_PROXY', '1', 'TRUST_PROXY is "1", but it takes on or off.'],
  ['RATE_LIMITS', '0', 'RATE_LIMITS is "0", but it takes on or off.'],
  ['SUCCESS_NOTICE_MS', '1', 'SUCCESS_NOTICE_MS is "1", but it takes a whole number from 1500 to 3600000.'],
  ['DATABASE_CONNECTIONS', '2', 'DATABASE_CONNECTIONS is "2", but it takes a whole number from 3 to 200.'],
  ['SHUTDOWN_DELAY', '61', 'SHUTDOWN_DELAY is "61", but it takes a whole number of seconds from 0 to 60.'],
  ['KEEP_ALIVE_SECONDS', '0', 'KEEP_ALIVE_SECONDS is "0", but it takes a whole number of seconds from 1 to 3600.'],
  ['PAGE_PROTECTION', 'true', 'PAGE_PROTECTION is "true", but it takes on, content or off.'],
  ['PREVIEW_PAGES', '0', 'PREVIEW_PAGES is "0", but it takes a whole number from 1 to 50, or all.'],
  ['PREVIEW_PAGES', '3.5', 'PREVIEW_PAGES is "3.5", but it takes a whole number from 1 to 50, or all.'],
  ['DOCUMENT_VIEWER_URL', 'javascript:alert({url})', 'it takes an https address with {url} in place of the PDF'],
  ['DOCUMENT_VIEWER_URL', 'https://viewer.example/', 'it takes an https address with {url} in place of the PDF'],
  ['SUPPORT_EMAIL', 'nobody', 'SUPPORT_EMAIL is "nobody", but it takes an e-mail address.'],
  ['FOUNDERS', 'One; Alone', 'FOUNDERS is "One; Alone", but it takes two people'],
  ['GRIEVANCE_OFFICER', 'Rina Das', 'GRIEVANCE_OFFICER is "Rina Das", but it takes one person, such as Name; Address;'],
  ['GRIEVANCE_OFFICER', 'Rina; Jorhat; rina; 98640 00000; 10 to 5', 'but it takes one person'],
  ['GRIEVANCE_OFFICER', 'Rina; Jorhat; rina@a.example; by day; 10 to 5', 'but it takes one person'],
  ['GRIEVANCE_OFFICER', 'Rina; ; rina@a.example; 98640 00000; 10 to 5', 'but it takes one person'],
  ['GRIEVANCE_OFFICER', 'Rina; Jorhat; rina@a.example; 98640 00000; 10 to 5; 6', 'but it takes one person'],
  ['ASK_AGE', 'yes', 'ASK_AGE is "yes", but it takes on or off.'],
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

test('a public process waits for balancers before it ends; any other ends at once', () => {
  expect(readConfig({}).shutdownDelaySeconds).toBe(0)
  expect(readConfig({ PUBLIC_URL: 'https://puthi.example' }).shutdownDelaySeconds).toBe(7)
  expect(readConfig({ PUBLIC_URL: 'https://puthi.example', SHUTDOWN_DELAY: '0' }).shutdownDelaySeconds).toBe(0)
})

test('DOCUMENT_VIEWER_URL needs PUBLIC_URL, from which the viewer reads PDFs', () => {
  const viewer = { DOCUMENT_VIEWER_URL: 'https://viewer.example/embed?url={url}' }
  expect(() => readConfig(viewer)).toThrow(/^DOCUMENT_VIEWER_URL needs PUBLIC_URL: /)
  expect(readConfig({ ...viewer, PUBLIC_URL: 'https://puthi.example' }).documentViewerUrl).toContain('viewer.example')
})

test('FILES_PUBLIC_URL needs FILES_URL, and loses its last slash', () => {
  const place = { FILES_PUBLIC_URL: 'https://files.puthi.example/shelf/' }
  expect(() => readConfig(place)).toThrow(/^FILES_PUBLIC_URL needs FILES_URL: /)
  expect(readConfig({ ...place, FILES_URL: 's3://shelf' }).filesPublicUrl).toBe('https://files.puthi.example/shelf')
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
  const { founders, supportPhone, supportEmail, grievanceOfficer, placeholders } = readConfig({})
  expect(new Set(founders.map(({ name }) => name)).size).toBe(2)
  for (const { name } of founders) expect(name).toMatch(/^\p{Lu}\p{L}+ \p{Lu}\p{L}+ \(example\)$/u)
  // Indian numbers have ten digits after the trunk prefix or country code; this one has nine.
  expect(supportPhone).toMatch(/^0[1-9]\d{3} \d{5} \(example\)$/)
  expect(supportEmail).toMatch(/\.example$/)
  expect(grievanceOfficer.name).toMatch(/ \(example\)$/)
  expect(grievanceOfficer.phone).toBe(supportPhone)
  expect(grievanceOfficer.email).toMatch(/\.example$/)
  expect(placeholders).toEqual(['SUPPORT_PHONE', 'SUPPORT_EMAIL', 'SOCIAL_LINKS', 'FOUNDERS', 'GRIEVANCE_OFFICER'])
  expect(readConfig({ SUPPORT_PHONE: '98640 00000', SUPPORT_EMAIL: ' ' }).placeholders).toEqual([
    'SUPPORT_EMAIL',
    'SOCIAL_LINKS',
    'FOUNDERS',
    'GRIEVANCE_OFFICER',
  ])
})

test('the grievance officer is five parts, of which the address may have commas', () => {
  const value =
    ' Rina Das ; House 7, Panbazar, Guwahati 781001; rina@a.example;+91 98640 00000;Monday to Friday, 10 to 5 '
  expect(readConfig({ GRIEVANCE_OFFICER: value }).grievanceOfficer).toEqual({
    name: 'Rina Das',
    address: 'House 7, Panbazar, Guwahati 781001',
    email: 'rina@a.example',
    phone: '+91 98640 00000',
    hours: 'Monday to Friday, 10 to 5',
  })
})

test('the age is asked for only where that is turned on', () => {
  expect([{}, { ASK_AGE: 'off' }, { ASK_AGE: 'on' }].map((env) => readConfig(env).askAge)).toEqual([false, false, true])
})

test('only this machine reaches a loopback host', () => {
  expect(['127.0.0.1', '127.1.2.3', '::1', 'localhost'].map(isLoopback)).toEqual([true, true, true, true])
  expect(['0.0.0.0', '::', '192.0.2.1', 'localhost.evil.example'].map(isLoopback)).toEqual([false, false, false, false])
})

test('a mail server is read with its password, and refused without a sender or a public address', () => {
  const mail = { SMTP_URL: 'smtps://rina%40a:se%2Fcret@mail.example', MAIL_FROM: 'hello@puthi.example' }
  const named = { ...mail, PUBLIC_URL: 'https://puthi.example', SITE_NAME: 'Pothi' }
  expect(readConfig(named).mailServer).toEqual({
    host: 'mail.example',
    port: 465,
    isSecure: true,
    auth: { user: 'rina@a', pass: 'se/cret' },
    from: { name: 'Pothi', address: 'hello@puthi.example' },
  })
  expect(readConfig({ ...named, SMTP_URL: 'smtp://[::1]:2525' }).mailServer).toMatchObject({
    host: '::1',
    port: 2525,
    isSecure: false,
    auth: null,
  })
  expect(readConfig({}).mailServer).toBe(null)
  expect(() => readConfig(mail)).toThrow('SMTP_URL needs PUBLIC_URL: the links in mails lead there.')
  expect(() => readConfig({ ...named, MAIL_FROM: '' })).toThrow('SMTP_URL needs MAIL_FROM')
  expect(() => readConfig({ ...named, MAIL_FROM: 'Puthi <a@b.example>' })).toThrow('MAIL_FROM is')
  for (const url of ['https://mail.example', 'smtp://', 'smtp://a:%zz@mail.example', 'secret']) {
    const refused = () => readConfig({ ...named, SMTP_URL: url })
    expect(refused).toThrow('SMTP_URL is refused: it takes a mail server') // its value may be a password
  }
})
