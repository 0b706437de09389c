import { overviewPath } from '#app/access/team-map.ts'
import { dbContext } from '#app/platform/context.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { Icon } from '#app/ui/icon.tsx'

import type { Route } from './+types/overview-page'
import { describeFigure, formatFigure, valueIn } from './describe-figure.ts'
import { FilterLinks } from './filter-links.tsx'
import { type AnyRow, type FigureName, figureNames, figureOf } from './figures.ts'
import { type By, bucketName, nameOf, type Period, periodOf, periods, readBy } from './overview-period.ts'
import { findFigures } from './overview-queries.server.ts'
import { Plot, Swatch } from './plot.tsx'
import { signedInMember } from './team-member.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { role } = signedInMember(context)
  const period = periodOf(readBy(url), new Date())
  return { period, rows: await findFigures(context.get(dbContext), period), mayExport: role === 'owner' }
}

export default function OverviewPage({ loaderData }: Route.ComponentProps) {
  const { period, rows, mayExport } = loaderData
  return (
    <main id="content" className="mx-auto w-full max-w-page flex-1 px-4 pt-3 pb-8 md:px-6">
      <PageTitle>Overview</PageTitle>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-3">
        <h1 className="text-xl">Overview</h1>
        <FilterLinks
          label="Period"
          links={(Object.keys(periods) as By[]).map((by) => ({
            to: overviewPath + queryFor(by),
            name: periods[by].words,
            isCurrent: by === period.by,
          }))}
        />
      </div>
      <div className="grid gap-3 md:grid-cols-2 md:gap-4">
        {figureNames.map((name) => (
          <FigureCard key={name} name={name} rows={rows[name]} period={period} mayExport={mayExport} />
        ))}
      </div>
    </main>
  )
}

const queryFor = (by: By) => (by === 'week' ? '?by=week' : '')

interface FigureProps {
  name: FigureName
  rows: AnyRow[]
  period: Period
}

function FigureCard({ name, rows, period, mayExport }: FigureProps & { mayExport: boolean }) {
  const { title, note, unit, series } = figureOf(name)
  const { by, buckets } = period
  const gist = describeFigure(name, rows, period)
  const plotted = series.map(({ of, ...rest }) => ({ ...rest, values: rows.map((row) => valueIn(row, of)) }))
  const sumOf = (values: (number | null)[]) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  return (
    <section
      aria-labelledby={`figure-${name}`}
      className="flex min-w-0 flex-col rounded-md border border-rule bg-paper px-4 pt-3 pb-1"
    >
      <h2 id={`figure-${name}`} className="font-sans text-base font-semibold tracking-normal">
        {title}
      </h2>
      <p className="text-ink-soft">{gist}</p>
      <p className="flex min-h-6 flex-wrap items-center gap-x-4 pb-3 text-xs text-ink-soft">
        {series.length === 1
          ? null
          : plotted.map(({ label, tone, values }) => (
              <span key={label} className="inline-flex items-center gap-1.5">
                <Swatch tone={tone} />
                {label} <b className="text-ink tabular-nums">{formatFigure('count', sumOf(values))}</b>
              </span>
            ))}
      </p>
      <Plot
        label={`${title} by ${by}, ${nameOf(buckets[0]!)} to ${nameOf(buckets.at(-1)!)}: ${gist}`}
        unit={unit}
        names={buckets.map((bucket, n) => (n < buckets.length - 1 ? nameOf(bucket) : running[by]))}
        series={plotted}
      />
      <p className="pt-1 text-xs text-ink-soft">{note}</p>
      <div className="mt-auto flex flex-wrap items-start justify-between gap-x-4">
        <details className="min-w-0 open:basis-full">
          <summary className="inline-flex min-h-11 items-center gap-1 font-medium">
            <Icon name="chevron-down" className="size-4 transition-transform in-open:rotate-180" /> Table
            <span className="sr-only"> of {title.toLowerCase()}</span>
          </summary>
          <FigureTable name={name} rows={rows} period={period} />
        </details>
        {mayExport && (
          <a
            href={`${overviewPath}/${name}.csv${queryFor(by)}`}
            className="inline-flex min-h-11 items-center gap-1.5 font-medium no-underline"
          >
            <Icon name="download" className="size-4" /> CSV<span className="sr-only"> of {title.toLowerCase()}</span>
          </a>
        )}
      </div>
    </section>
  )
}

const running: Record<By, string> = { day: 'Today', week: 'This week' }

/** The newest first. Wide ones scroll in a box of their own, which the keyboard can reach. */
function FigureTable({ name, rows, period: { by, buckets } }: FigureProps) {
  const { title, columns } = figureOf(name)
  const all = Object.entries(columns)
  return (
    <div
      role="region" // oxlint-disable-line jsx-a11y/prefer-tag-over-role -- a <section> in a section says no more
      aria-label={`Table of ${title.toLowerCase()}`}
      tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
      className="-mx-4 mb-3 max-h-96 overflow-auto border-y border-rule"
    >
      <table className="w-full text-right text-xs whitespace-nowrap tabular-nums">
        <caption className="sr-only">
          {title} by {by}, the newest first
        </caption>
        <thead className="sticky top-0 z-10 bg-leaf">
          <tr>
            <th scope="col" className="sticky left-0 bg-leaf py-1.5 pl-4 text-left font-semibold">
              {by === 'day' ? 'Day' : 'Week from'}
            </th>
            {all.map(([column, { label }]) => (
              <th key={column} scope="col" className="py-1.5 pl-3 font-semibold last:pr-4">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .map((row, n) => (
              <tr key={bucketName(buckets[n]!)} className="border-t border-rule">
                <th scope="row" className="sticky left-0 bg-paper py-1 pl-4 text-left font-normal">
                  {nameOf(buckets[n]!)}
                  {n === rows.length - 1 && ' (so far)'}
                </th>
                {all.map(([column, { unit }]) => (
                  <td key={column} className="py-1 pl-3 last:pr-4">
                    {formatFigure(unit, row[column]!)}
                  </td>
                ))}
              </tr>
            ))
            .toReversed()}
        </tbody>
      </table>
    </div>
  )
}
