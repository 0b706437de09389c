import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { siteMap } from '#app/access/site-map.ts'

import { triedForms } from './tried-forms.ts'
import { triedQueries, uploadParameters } from './tried-queries.ts'

const project = path.resolve(import.meta.dirname, '../..')
const sources = globSync('{app,server}/**/*.{ts,tsx}', { cwd: project }).filter((file) => !file.includes('.test.'))
const read = (file: string) => readFileSync(path.join(project, file), 'utf8')

/** The field names of a form's schema; none for the schema of a single field. */
function fieldsOf(rules: unknown): string[] {
  if (rules instanceof z.ZodMiniObject) return Object.keys(rules.shape)
  return rules instanceof z.ZodMiniPipe ? fieldsOf(rules.def.in) : []
}

test('every form that the rules know is tried', async () => {
  const modules = sources.filter((file) => /-rules\.ts$|\/kinds\//.test(file))
  const exported = await Promise.all(
    modules.map(async (file) => Object.entries((await import(path.join(project, file))) as object)),
  )
  const forms = exported.flat().filter(([, rules]) => fieldsOf(rules).length > 0)
  expect(forms.length).toBeGreaterThan(8)
  const untried = forms.filter(([, rules]) => !triedForms.some((form) => form.rules === rules)).map(([name]) => name)
  expect(untried).toEqual([])
})

test('every form that something reads is tried', () => {
  const readBy = sources.flatMap((file) =>
    [...read(file).matchAll(/\breadForm\(\s*(\w+)/g)].map(([, rules = '']) => rules),
  )
  const known = [
    'AnyDeed',
    'BuyerDetails',
    'ContactMessage',
    'Correction',
    'DeletedComment',
    'NewAnswer',
    'NewBookRequest',
    'RequestChange',
    'NewComment',
    'NewStore',
    'NewRating',
    'NewReport',
    'HelpMessage',
    'Moderation',
    'PersonDeed',
    'Settlement',
    'TeamCode',
    'TeamLogIn',
    'TeamPassword',
    'TicketChange',
    'TicketReply',
    'RatingAnswer',
    'RatingReport',
    'PasswordLinkRequest',
    'PushSubscription',
    'SavedChange',
    'SavedSearchChange',
    'StoreProfile',
    'StudentProfile',
  ]
  const chosen = [
    // select a schema by kind
    ...[
      'deedRules',
      'logInForms',
      'newPostRules',
      'editRules',
      'orderRules',
      'passwordChanges',
      'passwordResets',
      'studentSignUp',
    ],
  ]
  expect([...new Set(readBy)].toSorted()).toEqual([...known, ...chosen, 'schema'].toSorted())
})

test('every place where the body of a request is read is known, and its form tried', () => {
  const readers = sources.filter((file) => /\b(readFormData|receiveForm)\(|\.formData\(/.test(read(file)))
  expect(readers.map((file) => path.basename(file)).toSorted()).toEqual([
    'account-page.tsx',
    'answer-book-request.server.ts',
    'answer-comment.server.ts',
    'answer-deed.server.ts',
    'answer-log-in.server.ts',
    'answer-order.server.ts',
    'answer-security.server.ts',
    'answer-settings.server.ts',
    'answer-store-profile.server.ts',
    'answer-student-profile.server.ts',
    'buyer-details-page.tsx',
    'change-comments.server.ts',
    'change-push.ts',
    'change-saved-search.ts',
    'change-saved.ts',
    'code-page.tsx',
    'contact-us-page.tsx',
    'forgot-password-page.tsx',
    'help-page.tsx',
    'log-in-page.tsx',
    'my-posts-page.tsx',
    'my-requests-page.tsx',
    'notices-page.tsx',
    'password-page.tsx',
    'person-page.tsx',
    'post-page.tsx',
    'read-form-data.server.ts',
    'receive-form.server.ts',
    'report-page.tsx',
    'reset-password-page.tsx',
    'send-confirmation.ts',
    'store-sign-up-page.tsx',
    'student-sign-up-page.tsx',
    'tickets-page.tsx',
    'upload-page.tsx',
  ])
})

test.for(triedForms.filter(({ rules }) => rules))('$name is tried in every field', ({ rules, fields }) => {
  expect(Object.keys(fields).toSorted()).toEqual(fieldsOf(rules).toSorted())
})

test('every parameter that something reads from an address is tried', () => {
  const place = String.raw`(?:searchParams|query|Query|URLSearchParams\([^)]*\)|useSearchParams\(\)\[0\])`
  const used = sources
    .filter((file) => !/s3-driver|config\.server|gallery-page/.test(file)) // read the configuration; not in production
    .flatMap((file) => [...read(file).matchAll(new RegExp(`${place}\\.(?:get|has)\\('(\\w+)'\\)`, 'g'))])
    .map(([, name]) => name)
  const tried = new Set([...triedQueries.map(({ name }) => name), ...uploadParameters])
  expect(used.length).toBeGreaterThan(20)
  expect(used.filter((name) => !tried.has(name!))).toEqual([])
})

test('every part of an address that may be anything is tried', () => {
  const routes = siteMap.map(({ path: route }) => route).filter((route) => route.includes(':'))
  const variable = routes.flatMap((route) =>
    [...route.matchAll(/:\w+/g)].map(({ index, 0: name }) => ({ route, index, name })),
  )
  // `:value` is the segment that is tried; the route's other variable segments match anything without a slash.
  const isTried = ({ route, index, name }: (typeof variable)[number]) => {
    const before = route.slice(0, index).replaceAll(/:\w+/g, '[^/]+')
    const after = route.slice(index + name.length).replaceAll(/:\w+/g, '[^/]+')
    return triedQueries.some(({ path: place }) => new RegExp(`^${before}:value${after}$`).test(place))
  }
  expect(variable.length).toBeGreaterThan(4)
  expect(variable.filter((one) => !isTried(one))).toEqual([])
})
