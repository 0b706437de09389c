import type { AnyRow, FigureName, Unit } from './figures.ts'
import { figureOf } from './figures.ts'
import { inWords, type Period } from './overview-period.ts'

/** 1,23,456; 96%; 40 min, 5.2 h, 3.5 d. A dash where there is nothing to tell of. */
export function formatFigure(unit: Unit, value: number | null) {
  if (value === null) return '–'
  if (unit === 'percent') return `${value}%`
  if (unit === 'hours') return formatHours(value)
  return value.toLocaleString('en-IN')
}

function formatHours(hours: number) {
  if (hours === 0) return '0'
  if (hours < 1) return `${Math.max(1, Math.round(hours * 60))} min`
  return hours < 48 && hours !== 24 ? `${round(hours)} h` : `${round(hours / 24)} d`
}

const round = (value: number) => Math.round(value * 10) / 10

/** What a series has in a row; null: nothing to tell of. */
export function valueIn(row: AnyRow, of: readonly string[]) {
  const values = of.map((column) => row[column] ?? null).filter((value) => value !== null)
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0)
}

/** The gist of a figure in a sentence: how many in all, or from where to where. */
export function describeFigure(name: FigureName, rows: AnyRow[], { by, buckets }: Period) {
  const { unit, series } = figureOf(name)
  const columns = series.flatMap(({ of }) => of)
  const values = rows.map((row) => valueIn(row, columns))
  const known = values.filter((value) => value !== null)
  const highest = Math.max(0, ...known)
  const where = (value: number) => inWords(by, buckets[values.indexOf(value)]!)
  const [most, total] = [formatFigure(unit, highest), known.reduce((sum, value) => sum + value, 0)]
  if (known.length === 0 || (unit === 'count' && total === 0)) return 'None'
  if (unit === 'count') return `${formatFigure(unit, total)} in all, most ${where(highest)}: ${most}`
  const lowest = Math.min(...known)
  if (lowest === highest) return most
  const told = unit === 'percent' ? `lowest ${where(lowest)}` : `longest ${where(highest)}`
  return `From ${formatFigure(unit, lowest)} to ${most}, ${told}`
}
