import { stateLabels } from '#app/orders/state-texts.ts'
import { outboxDays } from '#app/notices/notice-rules.ts'

/** A number of things, whole percent, or a length of time in hours. */
export type Unit = 'count' | 'percent' | 'hours'

/** The colour of a series: see plot.tsx. */
export type Tone = 'ink' | 'edge' | 'tea' | 'accent'

interface Series {
  label: string
  tone: Tone
  /** The columns that it adds up. */
  of: readonly string[]
}

interface Figure {
  title: string
  /** What is counted, where the title does not say it. */
  note: string
  unit: Unit
  /** Of the table: bars add up counts, a line shows one column. */
  columns: Record<string, { label: string; unit: Unit }>
  /** The bottom one first. A line has one. */
  series: readonly Series[]
}

const count = (label: string) => ({ label, unit: 'count' }) as const

/** The words of the buyer's line of time: what was accepted is one column, however it will be handed over. */
const stateColumns = {
  placed: count(stateLabels.placed),
  accepted: count(stateLabels.meeting),
  ready: count(stateLabels.ready),
  sent: count(stateLabels.sent),
  paid: count(stateLabels.paid),
  problem: count(stateLabels.problem),
  completed: count(stateLabels.completed),
  declined: count(stateLabels.declined),
  cancelled: count(stateLabels.cancelled),
  expired: count(stateLabels.expired),
}

/** What the overview shows, in this order. Each has a query in overview-queries.server.ts. */
const figures = {
  posts: {
    title: 'Posts',
    note: 'By when they were posted. Deleted ones are not counted.',
    unit: 'count',
    columns: { posts: count('Posts') },
    series: [{ label: 'Posts', tone: 'ink', of: ['posts'] }],
  },
  orders: {
    title: 'Orders by state',
    note: 'By when they were placed, in the state in which they are now.',
    unit: 'count',
    columns: stateColumns,
    series: [
      { label: 'Completed', tone: 'tea', of: ['completed'] },
      { label: 'Open', tone: 'ink', of: ['placed', 'accepted', 'ready', 'sent', 'paid'] },
      { label: 'Ended', tone: 'edge', of: ['declined', 'cancelled', 'expired'] },
      { label: 'Problem', tone: 'accent', of: ['problem'] },
    ],
  },
  completion: {
    title: 'Completion',
    note: 'Of the orders that were completed, or that sellers accepted and then let fall.',
    unit: 'percent',
    columns: {
      share: { label: 'Completed, %', unit: 'percent' },
      completed: count('Completed'),
      letFall: count('Let fall'),
    },
    series: [{ label: 'Completed, %', tone: 'ink', of: ['share'] }],
  },
  acceptance: {
    title: 'Time to acceptance',
    note: 'The median: half of the orders took less. What stores accept by themselves is left out.',
    unit: 'hours',
    columns: { median: { label: 'Median, hours', unit: 'hours' }, accepted: count('Accepted') },
    series: [{ label: 'Median', tone: 'ink', of: ['median'] }],
  },
  'hand-over': {
    title: 'Time to hand-over',
    note: 'The median, from the order until the buyer has the book. Files are left out.',
    unit: 'hours',
    columns: { median: { label: 'Median, hours', unit: 'hours' }, handedOver: count('Handed over') },
    series: [{ label: 'Median', tone: 'ink', of: ['median'] }],
  },
  requests: {
    title: 'Requests answered',
    note: 'By when people asked for a book.',
    unit: 'count',
    columns: { answered: count('Answered'), waiting: count('Not answered yet') },
    series: [
      { label: 'Answered', tone: 'tea', of: ['answered'] },
      { label: 'Not answered yet', tone: 'edge', of: ['waiting'] },
    ],
  },
  'sign-ups': {
    title: 'Sign-ups',
    note: 'Deleted accounts are not counted.',
    unit: 'count',
    columns: { students: count('Students'), stores: count('Stores') },
    series: [
      { label: 'Students', tone: 'ink', of: ['students'] },
      { label: 'Stores', tone: 'edge', of: ['stores'] },
    ],
  },
  mails: {
    title: 'Mails',
    note: `By when they were written, to people with an account. Forgotten after ${outboxDays} days.`,
    unit: 'count',
    columns: { sent: count('Sent'), waiting: count('Waiting'), failed: count('Failed') },
    series: [
      { label: 'Sent', tone: 'ink', of: ['sent'] },
      { label: 'Waiting', tone: 'edge', of: ['waiting'] },
      { label: 'Failed', tone: 'accent', of: ['failed'] },
    ],
  },
} as const satisfies Record<string, Figure>

export type FigureName = keyof typeof figures
export const figureNames = Object.keys(figures) as FigureName[]

/** What one day or week has: null where there is nothing to tell of, such as the median of none. */
export type FigureRow<Name extends FigureName> = {
  [Column in keyof (typeof figures)[Name]['columns']]: number | null
}

// Without the narrow types of the table.
export type AnyRow = Record<string, number | null>
export const figureOf = (name: FigureName): Figure => figures[name]
