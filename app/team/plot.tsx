import { formatFigure } from './describe-figure.ts'
import type { Tone, Unit } from './figures.ts'
import { ticksOf } from './plot-ticks.ts'

interface PlottedSeries {
  label: string
  tone: Tone
  /** One for each bucket; null: nothing to tell of, a gap. */
  values: (number | null)[]
}

interface PlotProps {
  /** What it shows, in a sentence: all that a screen reader gets, besides the table. */
  label: string
  unit: Unit
  /** Of the buckets, each another. */
  names: string[]
  series: PlottedSeries[]
}

/** In forced colours, shapes keep their own: these are of the system's. */
const tones: Record<Tone, string> = {
  ink: 'text-ink forced-colors:text-[CanvasText]',
  edge: 'text-edge forced-colors:text-[GrayText]',
  tea: 'text-tea forced-colors:text-[LinkText]',
  accent: 'text-accent-ink forced-colors:text-[Highlight]',
}

// Upwards the plot is measured in pixels, across in percent, so that it fills its place without script.
const height = 152
const top = 8

/** Counts are bars, one upon the other; the rest is a line. */
export function Plot({ label, unit, names, series }: PlotProps) {
  const isStacked = unit === 'count'
  const totals = names.map((_, n) => series.reduce((sum, { values }) => sum + (values[n] ?? 0), 0))
  const ticks = unit === 'percent' ? [0, 50, 100] : ticksOf(unit, Math.max(0, ...totals))
  const scale = (height - top) / ticks.at(-1)!
  const yOf = (value: number) => height - value * scale
  const xOf = (n: number) => `${((n / names.length) * 100).toFixed(3)}%`
  const last = names.length - 1

  return (
    // Narrower by the axis, and moved by it: so percentages are of the plot alone.
    <svg
      role="img" // oxlint-disable-line jsx-a11y/prefer-tag-over-role -- an <img> would not have the theme's colours
      aria-label={label}
      className="block h-[calc(152px+1.75rem)] w-[calc(100%---spacing(12))] overflow-visible text-2xs tabular-nums"
    >
      <g className="translate-x-12">
        {ticks.map((tick) => (
          <g key={tick} className={tick === 0 ? 'text-edge' : 'text-rule'}>
            <line x2="100%" y1={yOf(tick)} y2={yOf(tick)} stroke="currentColor" shapeRendering="crispEdges" />
            <text y={yOf(tick)} dy="0.35em" className="-translate-x-12 fill-ink-soft">
              {formatTick(unit, tick)}
            </text>
          </g>
        ))}
        {isStacked ? (
          <Bars series={series} names={names} yOf={yOf} xOf={xOf} />
        ) : (
          series.map((one) => <Line key={one.label} series={one} yOf={yOf} xOf={xOf} />)
        )}
        {names.map((name, n) => (
          <rect key={name} x={xOf(n)} width={xOf(1)} height={height} fill="transparent">
            <title>{`${name}: ${series.map(({ label: of, values }) => titleOf(unit, series.length > 1 ? of : null, values[n]!)).join(', ')}`}</title>
          </rect>
        ))}
        {[0, Math.round(last / 3), Math.round((last * 2) / 3), last].map((n) => (
          <text
            key={n}
            x={n === 0 ? 0 : n === last ? '100%' : xOf(n + 0.5)}
            y={height}
            dy="1.6em"
            textAnchor={n === 0 ? 'start' : n === last ? 'end' : 'middle'}
            className="fill-ink-soft"
          >
            {names[n]}
          </text>
        ))}
      </g>
    </svg>
  )
}

const titleOf = (unit: Unit, label: string | null, value: number | null) =>
  (label ? `${label} ` : '') + formatFigure(unit, value)

const lakh = 100_000
const formatTick = (unit: Unit, tick: number) =>
  unit === 'count' && tick >= lakh ? `${tick / lakh} lakh` : formatFigure(unit, tick)

interface Scales {
  yOf: (value: number) => number
  /** The left end of a bucket; its middle is half a bucket on. */
  xOf: (n: number) => string
}

function Bars({ series, names, yOf, xOf }: { series: PlottedSeries[]; names: string[] } & Scales) {
  const below = names.map(() => 0)
  return series.map(({ label, tone, values }) => (
    <g key={label} className={tones[tone]} fill="currentColor">
      {values.map((value, n) => {
        if (!value) return null
        const from = below[n]!
        below[n] = from + value
        // What stands upon another one leaves a line between them: neighbours are told apart by more than their colour.
        const line = from > 0 ? 1 : 0
        const barHeight = Math.max(1, yOf(from) - yOf(from + value) - line)
        return <rect key={names[n]} x={xOf(n + 0.15)} width={xOf(0.7)} y={yOf(from + value)} height={barHeight} />
      })}
    </g>
  ))
}

/** Days without a value are gaps; what stands between two gaps is a point. */
function Line({ series: { tone, values }, yOf, xOf }: { series: PlottedSeries } & Scales) {
  const points = values.flatMap((value, n) => (value === null ? [] : [{ n, value }]))
  return (
    <g className={tones[tone]} fill="currentColor" stroke="currentColor" strokeWidth={1.75}>
      {points.map(({ n, value }, nth) => {
        const next = points[nth + 1]
        return (
          <g key={n}>
            {next?.n === n + 1 && (
              <line x1={xOf(n + 0.5)} y1={yOf(value)} x2={xOf(n + 1.5)} y2={yOf(next.value)} strokeLinecap="round" />
            )}
            <circle cx={xOf(n + 0.5)} cy={yOf(value)} r={2} stroke="none" />
          </g>
        )
      })}
    </g>
  )
}

/** A small square of a series' colour, for its legend. */
export function Swatch({ tone }: { tone: Tone }) {
  return (
    <svg aria-hidden="true" className={`size-2.5 flex-none ${tones[tone]}`}>
      <rect width="100%" height="100%" fill="currentColor" />
    </svg>
  )
}
