import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { createDb } from '#app/platform/db.server.ts'
import { createMetrics } from '#app/platform/metrics.server.ts'
import { freshDatabase } from './support/database.ts'

const read = (file: string) => readFileSync(file, 'utf8')

test('alerts and dashboard name only metrics that there are', async () => {
  const { url } = await freshDatabase()
  const metrics = createMetrics()
  const db = createDb(url, { max: 1 })
  metrics.watchOutbox(db)
  const told = new Set(Array.from((await metrics.text()).matchAll(/^# TYPE (\w+)/gm), ([, name]) => name!))
  await db.destroy()
  for (const file of ['deploy/alerts.yml', 'deploy/grafana.json']) {
    const named = Array.from(read(file).matchAll(/\b(?:puthi|nodejs|process)_\w+/g), ([name]) =>
      name.replace(/_(bucket|count|sum)$/, ''),
    )
    expect(named.length).toBeGreaterThan(5)
    expect([file, named.filter((name) => !told.has(name))]).toEqual([file, []])
  }
})

test('the dashboard is whole: every panel asks for something, and none has the place of another', () => {
  const { panels } = JSON.parse(read('deploy/grafana.json')) as {
    panels: { title: string; gridPos: object; targets: { expr: string }[] }[]
  }
  expect(panels.every(({ targets }) => targets.length > 0 && targets.every(({ expr }) => expr !== ''))).toBe(true)
  expect(new Set(panels.map(({ gridPos }) => JSON.stringify(gridPos))).size).toBe(panels.length)
})

test('what is deployed is configured by variables that the manual explains', () => {
  const manual = read('docs/operating.md')
  /** Of Node, of the C library, of other services, or of the file itself. */
  const others = /^(NODE_|MALLOC_|POSTGRES_|MINIO_|FILES_SECRET$|PUBLIC_HOST$)/
  for (const file of ['deploy/Dockerfile', 'deploy/compose.yaml', 'deploy/kubernetes.yaml', 'deploy/puthi.service']) {
    const set = [
      ...Array.from(
        read(file).matchAll(/\b([A-Z]+_[A-Z_]+|PORT|HOST|BUILD|MIGRATE)\b(?==|:| *,? *value)/g),
        ([, name]) => name!,
      ),
      ...Array.from(read(file).matchAll(/name: ([A-Z_]{3,})\b/g), ([, name]) => name!),
    ]
    expect(set.length).toBeGreaterThan(2)
    const unknown = set.filter((name) => !others.test(name) && !manual.includes(`\`${name}\``))
    expect([file, unknown]).toEqual([file, []])
  }
})

test('the manual explains every variable that is read', () => {
  const manual = read('docs/operating.md')
  const config = read('app/platform/config.server.ts')
  const names = new Set([
    ...Array.from(config.matchAll(/(?:read|onOff|readDatabaseUrl)\(\s*'([A-Z_]+)'/g), ([, name]) => name!),
    ...Array.from(config.matchAll(/\benv\.([A-Z_]+)/g), ([, name]) => name!),
  ])
  expect(names.size).toBeGreaterThan(25)
  expect([...names].filter((name) => !manual.includes(`\`${name}\``))).toEqual([])
})

test('the image holds every folder that the server reads', () => {
  const copied = new Set(
    Array.from(read('deploy/Dockerfile').matchAll(/^COPY --from=build \/puthi\/(\S+)/gm), ([, name]) => name!),
  )
  const used = new Set(
    globSync('{server,app,database,scripts}/**/*.ts').flatMap((file) =>
      Array.from(
        read(file).matchAll(/import\.meta\.resolve\('#(\w+)\/|from '#(\w+)\//g),
        ([, one, other]) => one ?? other!,
      ),
    ),
  )
  expect([...used].filter((folder) => !copied.has(folder) && folder !== 'tests' && folder !== 'bench')).toEqual([])
})
