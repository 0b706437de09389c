import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { matchPath } from 'react-router'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { siteMap } from '#app/access/site-map.ts'
import { teamMap } from '#app/access/team-map.ts'

import type { Person } from './ground.ts'
import { inputSample } from './input.ts'
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

test('hostile input breaks nothing, and is kept as it was typed', async () => {
  for (const { tried, found, holds } of await inputSample(7)) expect(holds, `${tried}: ${found}`).toBe(true)
})

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

/** Forms without fields: what they do stands in their address, and tried-queries.ts tries that. */
const triedElsewhere = [
  'accounts/log-out.ts',
  'accounts/confirm-email-page.tsx',
  'accounts/send-confirmation.ts',
  'notices/mail/unsubscribe-page.tsx',
  'team/log-out.ts',
  'end',
  'search',
]

test('every form that the maps of the pages know is tried', () => {
  const nobody = { posts: {} } as Person
  const places = triedForms.map(({ place }) => new URL(place(nobody, nobody), 'http://puthi.example'))
  const sent = [
    ...siteMap.flatMap((page) => Object.keys(page.sends ?? {}).map((parameter) => ({ ...page, parameter }))),
    ...teamMap.filter(({ sends }) => sends).map((page) => ({ ...page, parameter: '' })),
  ]
  // A parameter names the same form on every page; a page's own form is that of its file.
  const forms = Map.groupBy(sent, ({ parameter, file }) => parameter || file)
  const isTried = (routes: typeof sent) =>
    routes.some(({ path: route, parameter }) =>
      places.some(({ pathname, searchParams }) =>
        parameter ? searchParams.has(parameter) : matchPath(route, pathname),
      ),
    )
  const untried = [...forms].filter(([, routes]) => !isTried(routes)).map(([form]) => form)
  expect(untried.toSorted()).toEqual(triedElsewhere.toSorted())
})

test.for(triedForms.filter(({ rules }) => rules))('$name is tried in every field', ({ rules, fields }) => {
  expect(Object.keys(fields).toSorted()).toEqual(fieldsOf(rules).toSorted())
})

test('every parameter that something reads from an address is tried', () => {
  const place = String.raw`(?:searchParams|query|Query|URLSearchParams\([^)]*\)|useSearchParams\(\)\[0\])`
  const used = sources
    .filter((file) => !/s3-driver|config-values|gallery-page/.test(file)) // read the configuration; not in production
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
