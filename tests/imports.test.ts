import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

const project = path.resolve(import.meta.dirname, '..')

/**
 * Imports point one way: each room may use those named after it. What stands in no room of `app/` (root, routes, the
 * entries) ties the rooms together and may use them all.
 */
const rooms: Record<string, string[]> = {
  'app/ui': [],
  'app/platform': ['app/ui'],
  'app/files': ['app/platform', 'app/ui'],
  'app/accounts': ['app/files', 'app/platform', 'app/ui'],
  'app/posts': ['app/accounts', 'app/files', 'app/platform', 'app/ui'],
  'app/comments': ['app/posts', 'app/accounts', 'app/files', 'app/platform', 'app/ui'],
  'app/orders': ['app/posts', 'app/accounts', 'app/files', 'app/platform', 'app/ui'],
  'app/book-requests': ['app/posts', 'app/accounts', 'app/files', 'app/platform', 'app/ui'],
  'app/contact': ['app/posts', 'app/accounts', 'app/files', 'app/platform', 'app/ui'],
  'app/shells': [
    ...['app/orders', 'app/comments', 'app/book-requests', 'app/contact', 'app/posts', 'app/accounts', 'app/files'],
    ...['app/platform', 'app/ui'],
  ],
  database: ['app'],
  server: ['app', 'database'],
}

interface Import {
  file: string
  line: number
  text: string
  target: string
}

function roomOf(file: string) {
  return Object.keys(rooms).find((room) => file.startsWith(`${room}/`)) ?? 'app'
}

function importsOf(file: string): Import[] {
  const source = readFileSync(path.join(project, file), 'utf8')
  return [...source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(({ 1: specifier = '', index }) => ({
    file,
    line: source.slice(0, index).split('\n').length,
    text: specifier,
    target: resolve(file, specifier),
  }))
}

/** A path within the project, or the package's own name. */
function resolve(file: string, specifier: string) {
  if (specifier.startsWith('.')) return path.join(path.dirname(file), specifier)
  return specifier.startsWith('#') ? specifier.slice(1) : specifier
}

const isOurs = (target: string) => /^(app|server|database|tests|scripts|bench)\//.test(target)

/** Types made by React Router for a route stand beside it, under +types. */
const isGenerated = ({ text }: Import) => text.includes('+types/')

function offences(files: string[], isAllowed: (found: Import) => boolean) {
  return files
    .flatMap(importsOf)
    .filter((found) => !isGenerated(found) && !isAllowed(found))
    .map(({ file, line, text }) => `${file}:${line} imports ${text}`)
}

const sources = globSync('{app,server,database}/**/*.{ts,tsx}', { cwd: project })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => !/\.test\.tsx?$/.test(file))

test('imports between rooms point one way', () => {
  const found = offences(sources, ({ file, target }) => {
    if (!isOurs(target)) return true
    const [from, to] = [roomOf(file), roomOf(target)]
    if (from === to || from === 'app') return true
    // A page may name the type of what the root loads: it is what React Router hands it.
    if (from === 'app/shells' && target === 'app/root.tsx') return true
    return rooms[from]!.some((room) => room === to || to.startsWith(`${room}/`))
  })
  expect(found).toEqual([])
})

test('rules know other rules, money and Zod, and nothing else', () => {
  const rules = sources.filter((file) => file.endsWith('-rules.ts'))
  expect(rules.length).toBeGreaterThan(0)
  const found = offences(rules, ({ target }) =>
    isOurs(target) ? /-rules\.ts$|posts\/kinds\/|platform\/money\.ts$/.test(target) : target === 'zod/mini',
  )
  expect(found).toEqual([])
})

test('nothing of the product imports a test', () => {
  expect(
    offences(sources, ({ target }) => !/^(tests|scripts|bench)\//.test(target) && !target.includes('.test.')),
  ).toEqual([])
})

test('an import against the direction is named with its line', () => {
  const file = 'app/ui/button.tsx'
  const [first] = importsOf(file)
  expect(offences([file], () => false)[0]).toBe(`${file}:${first!.line} imports ${first!.text}`)
})
