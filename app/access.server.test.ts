import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'

import { access } from './access.server.ts'
import routes from './routes.ts'

function patternsOf(entries: RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path, index, children }) => {
    const pattern = `${parent}/${path ?? ''}`.replaceAll('//', '/')
    const own = index || path ? [pattern] : []
    return [...own, ...patternsOf(children ?? [], pattern)]
  })
}

const patterns = patternsOf(routes).filter((pattern) => pattern !== '/gallery') // in development only

test('every route declares who may use it', () => {
  expect(patterns.filter((pattern) => !(pattern in access))).toEqual([])
})

test('every declaration is of a route that exists', () => {
  expect(Object.keys(access).filter((pattern) => !patterns.includes(pattern))).toEqual([])
})
