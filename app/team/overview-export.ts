import { data } from 'react-router'

import { noteAudit } from '#app/audit/note-audit.server.ts'
import { toCsv } from '#app/format/csv.ts'
import { dbContext } from '#app/platform/context.ts'

import type { Route } from './+types/overview-export'
import { type FigureName, figureNames, figureOf } from './figures.ts'
import { bucketName, periodOf, readBy } from './overview-period.ts'
import { findFigure } from './overview-queries.server.ts'
import { signedInMember } from './team-member.ts'

const isFigure = (name: string): name is FigureName => figureNames.some((figure) => figure === name)

/** Downloads one figure of the overview, the oldest day or week first. */
export async function loader({ context, params: { figure: name }, url }: Route.LoaderArgs) {
  const member = signedInMember(context)
  if (!isFigure(name)) throw data(null, 404)
  const db = context.get(dbContext)
  const by = readBy(url)
  const period = periodOf(by, new Date())
  const rows = await findFigure(db, name, period)
  const columns = Object.entries(figureOf(name).columns)
  const csv = toCsv([
    [by === 'day' ? 'Day' : 'Week from', ...columns.map(([, { label }]) => label)],
    ...rows.map((row, n) => [
      bucketName(period.buckets[n]!),
      ...columns.map(([column, { unit }]) => exact(row[column]!, unit === 'hours' ? 2 : 0)),
    ]),
  ])
  await noteAudit(db, { event: 'figures exported', by: member, subject: `${name} by ${by}` })
  return new Response(csv, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}-by-${by}.csv"`,
      'Cache-Control': 'no-store',
    },
  })
}

const exact = (value: number | null, digits: number) => (value === null ? null : Number(value.toFixed(digits)))
