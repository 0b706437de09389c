import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

const project = path.resolve(import.meta.dirname, '..')

/**
 * Rooms are folders, and imports between them point one way: each room may import only from those listed for it. Files
 * in no room of `app/` (root, routes, the entries) tie the rooms together and may import from all of them.
 */
const base = ['app/access', 'app/platform', 'app/format', 'app/rendering', 'app/connection', 'app/ui']
const withForms = ['app/forms', 'app/limits', 'app/audit', ...base]
const withNotices = ['app/notices', 'app/files', ...withForms]
const withAccounts = ['app/accounts', ...withNotices]
const withTickets = ['app/tickets', ...withAccounts]
const withReports = ['app/reports', ...withTickets]
const withPosts = ['app/posts', ...withReports]
const withLayout = ['app/layout', ...withPosts]
const withPages = [
  'app/comments',
  'app/orders',
  'app/ratings',
  'app/saved',
  'app/book-requests',
  'app/saved-searches',
  'app/matching',
  'app/contact',
  ...withLayout,
]

const rooms: Record<string, string[]> = {
  'app/access': [],
  'app/ui': [],
  'app/platform': [],
  'app/format': ['app/ui'],
  'app/rendering': ['app/platform', 'app/ui'],
  'app/connection': ['app/ui'],
  'app/audit': base,
  'app/legal': ['app/access', 'app/platform', 'app/rendering'],
  'app/limits': base,
  'app/forms': ['app/limits', ...base],
  'app/files': withForms,
  'app/notices': withForms,
  'app/accounts': withNotices,
  'app/tickets': withAccounts,
  'app/reports': withTickets,
  'app/posts': withReports,
  'app/layout': withPosts,
  'app/comments': withLayout,
  'app/ratings': withReports,
  'app/orders': ['app/ratings', ...withLayout],
  'app/saved': withLayout,
  'app/matching': withPosts,
  'app/book-requests': ['app/matching', ...withLayout],
  'app/saved-searches': withLayout,
  'app/contact': withLayout,
  'app/market': withPages,
  'app/privacy': withPages,
  'app/team': ['app/market', ...withPages],
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

/** Types that React Router generates for a route are imported from `./+types/`. */
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
    return rooms[from]!.some((room) => room === to || to.startsWith(`${room}/`))
  })
  expect(found).toEqual([])
})

test('no file imports itself by way of others, not even by types', () => {
  const imported = new Map(sources.map((file) => [file, importsOf(file).map(({ target }) => target)]))
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, way: string[]) => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '))
    if (done.has(file)) return
    done.add(file)
    for (const target of imported.get(file) ?? []) visit(target, [...way, file])
  }
  for (const file of sources) visit(file, [])
  expect(circles).toEqual([])
})

test('rules know other rules, money, districts and Zod, and nothing else', () => {
  const rules = sources.filter((file) => file.endsWith('-rules.ts'))
  expect(rules.length).toBeGreaterThan(0)
  const found = offences(rules, ({ target }) =>
    isOurs(target)
      ? /-rules\.ts$|posts\/kinds\/|format\/money\.ts$|accounts\/districts\.ts$/.test(target)
      : target === 'zod/mini',
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
