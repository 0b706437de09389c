import { existsSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { siteMap } from './access/site-map.ts'

test('every page of the site map can be opened by some role, and its module exists', () => {
  const missing = siteMap.filter(({ opens, file }) => {
    return opens.length === 0 || !existsSync(path.join(import.meta.dirname, file))
  })
  expect(missing).toEqual([])
})

test('roles that may submit a form to a page, or have a link to it, may open it', () => {
  const wrong = siteMap.flatMap(({ path: at, opens, sends = {}, link = {} }) =>
    [...Object.values(sends).flat(), ...(Object.keys(link) as (typeof opens)[number][])]
      .filter((role) => !opens.includes(role))
      .map((role) => `${at} ${role}`),
  )
  expect(wrong).toEqual([])
})
