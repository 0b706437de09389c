import { existsSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { linkLabels } from './access/paths.ts'
import { siteMap } from './access/site-map.ts'
import { teamMap } from './access/team-map.ts'

// The access tests ask a server for what the maps say. Here stands what the maps have to say.

test('every page of the site map can be opened by some role, and its module exists', () => {
  const missing = siteMap.filter(({ opens, file }) => {
    return opens.length === 0 || !existsSync(path.join(import.meta.dirname, file))
  })
  expect(missing).toEqual([])
})

test('roles that may submit a form to a page, or have a link to it, may open it', () => {
  const wrong = siteMap.flatMap(({ path: at, opens, sends = {} }) =>
    [...Object.values(sends).flat(), ...(Object.keys(linkLabels[at] ?? {}) as (typeof opens)[number][])]
      .filter((role) => !opens.includes(role))
      .map((role) => `${at} ${role}`),
  )
  expect(wrong).toEqual([])
  const paths = new Set(siteMap.map((page) => page.path))
  expect(Object.keys(linkLabels).filter((to) => !paths.has(to))).toEqual([])
})

test('all that some people only may open is said here; the rest is open to every account, and to no visitor', () => {
  const opens = Map.groupBy(siteMap, (page) => page.opens.join(' '))
  const pathsOf = (roles: string) => opens.get(roles)?.map((page) => page.path)
  expect([...opens.keys()].toSorted()).toEqual([
    'store',
    'student',
    'student store',
    'visitor student',
    'visitor student store',
  ])
  expect(pathsOf('store')).toEqual(['/market', '/AlterPosts', '/orderlist', '/CreatePost'])
  expect(pathsOf('student')).toEqual([
    '/AlterBooksAndNovels',
    '/CreateBooksAndNovels',
    '/userOrders',
    '/CreateCourseAndNotes',
    '/profile',
    '/for-sale',
    '/posts/:id/pdfs/:number',
  ])
  expect(pathsOf('visitor student')).toEqual(['/login', '/UserSignUp', '/slogin', '/sSignup', '/ContactUs'])
  expect(pathsOf('visitor student store')).toEqual([
    '/',
    '/common-passwords',
    '/logout',
    '/help',
    '/terms',
    '/privacy',
    '/grievances',
    '/returns',
    '/unsubscribe',
    '/forgot-password',
    '/reset-password',
    '/confirm-email',
    '/account/deleted',
    '/search',
    '/search/suggestions',
    '/sellers/:id',
    '/sellers/:id/ratings',
    '/posts/:id',
    '/posts/:id/:slug',
    '/posts/:id/preview',
    '/posts/:id/preview/:number',
    '/*',
  ])
})

test('visitors submit these forms and no others; one kind of account alone submits these', () => {
  const forms = siteMap.flatMap(({ path: at, opens, sends = {} }) =>
    Object.entries(sends).map(([form, roles]) => ({ form: form ? `${at}?${form}` : at, roles, opens })),
  )
  expect(forms.filter(({ roles }) => roles.includes('visitor')).map(({ form }) => form)).toEqual([
    '/?request',
    '/login',
    '/UserSignUp',
    '/slogin',
    '/sSignup',
    '/logout',
    '/ContactUs',
    '/unsubscribe',
    '/forgot-password',
    '/reset-password',
    '/confirm-email',
  ])
  // On pages that both kinds may open.
  const both = forms.filter(({ opens }) => opens.includes('student') && opens.includes('store'))
  expect(both.filter(({ roles }) => !roles.includes('store')).map(({ form }) => form)).toEqual([
    '/?request',
    '/my-requests?request',
  ])
  expect(both.filter(({ roles }) => !roles.includes('student')).map(({ form }) => form)).toEqual(['/'])
})

test('of the team, owners alone see people, the audit and exports; nobody else gets further than logging in', () => {
  const opens = Map.groupBy(teamMap, (page) => String(page.opens))
  const pathsOf = (roles: string) => opens.get(roles)?.map((page) => page.path)
  expect([...opens.keys()].toSorted()).toEqual(['everyone', 'owner', 'support,owner'])
  expect(pathsOf('everyone')).toEqual(['/team/login', '/team/login/code', '/team/password'])
  expect(pathsOf('owner')).toEqual(['/team/people', '/team/people/:id', '/team/overview/:figure.csv', '/team/audit'])
  expect(teamMap.filter(({ sends, opens: roles }) => sends && sends !== roles).map((page) => page.path)).toEqual([])
})
