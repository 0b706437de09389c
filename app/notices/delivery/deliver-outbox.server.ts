import { setTimeout as sleep } from 'node:timers/promises'

import type { Db } from '#app/platform/db.server.ts'
import type { Log } from '#app/platform/log.server.ts'
import type { Metrics } from '#app/platform/metrics.server.ts'

import { claimDue, finish, type OutboxRow, putOff } from './outbox.server.ts'

/** What became of a row: its outcome, or `later` for its own reasons. */
type Ended = 'sent' | 'refused' | 'not wanted' | 'later'

/** `down`: why nothing can be sent at all now. It names nobody. */
export type Delivered = Ended | { down: string }

export interface Carrier {
  way: 'mail' | 'push'
  /** Rows sent at the same time. */
  atOnce: number
  send: (row: OutboxRow) => Promise<Delivered>
  close: () => void
}

type OutboxMetrics = Pick<Metrics, 'noteSent'>

const batchSize = 25
const idleMs = 1_000
/** A server that is down is asked again after this time, and mentioned in the log this often. */
const downMs = 10_000
const mentionEveryMs = 10 * 60_000

/**
 * Sends what is in the outbox, one carrier beside the other. Every process does: a row is claimed by one of them at a
 * time. If a process dies after sending and before it noted that, the row is sent again, with the same Message-ID.
 */
export function startDelivery(db: Db, log: Log, carriers: Carrier[], metrics?: OutboxMetrics) {
  const stopping = new AbortController()
  const wait = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {}) // stopped

  async function keepDelivering(carrier: Carrier) {
    const outage = createOutage(log, carrier.way)
    while (!stopping.signal.aborted) {
      const pauseMs = await deliverBatch(db, log, carrier, metrics).then(
        ({ claimed, down }) => {
          if (claimed > 0) outage.note(down)
          return down !== null ? downMs : claimed < batchSize ? idleMs : 0
        },
        (err: unknown) => {
          if (!stopping.signal.aborted) log.error({ err, way: carrier.way }, 'the outbox could not be read')
          return downMs
        },
      )
      if (pauseMs > 0) await wait(pauseMs)
    }
  }

  const running = carriers.map(keepDelivering)
  return async function stop() {
    stopping.abort()
    await Promise.all(running)
    for (const carrier of carriers) carrier.close()
  }
}

/** Claims and sends one batch. `down`: why nothing could be sent at all, or null. */
async function deliverBatch(db: Db, log: Log, carrier: Carrier, metrics?: OutboxMetrics) {
  const rows = await claimDue(db, carrier.way, batchSize)
  await giveUp(
    db,
    log,
    carrier,
    rows.filter(({ isTooOld }) => isTooOld),
  )
  const waiting = rows.filter(({ isTooOld }) => !isTooOld).toReversed()
  const ended: Record<Ended, OutboxRow[]> = { sent: [], refused: [], 'not wanted': [], later: [] }
  let down: string | null = null
  const sendNext = async (): Promise<void> => {
    // Once the server is known to be down, the rest of the batch need not find out for itself.
    const row = down === null ? waiting.pop() : undefined
    if (!row) return
    const result = await sendOne(carrier, log, row)
    if (typeof result === 'object') down = result.down
    ended[typeof result === 'object' ? 'later' : result].push(row)
    await sendNext()
  }
  await Promise.all(Array.from({ length: carrier.atOnce }, sendNext))

  for (const outcome of ['sent', 'refused', 'not wanted'] as const) await finish(db, ended[outcome], outcome)
  for (const [outcome, { length }] of Object.entries(ended)) metrics?.noteSent(carrier.way, outcome, length)
  await putOff(db, [...ended.later, ...waiting])
  return { claimed: rows.length, down }
}

async function giveUp(db: Db, log: Log, { way }: Carrier, rows: OutboxRow[]) {
  if (rows.length === 0) return
  const givenUp = rows.map(({ id, event, attempts }) => ({ outbox: id, event, attempts }))
  log.warn({ givenUp }, `${rows.length} of the outbox, ${way}, given up`)
  await finish(db, rows, 'given up')
}

/** A row that cannot be sent must not keep the others from being sent. */
async function sendOne(carrier: Carrier, log: Log, row: OutboxRow): Promise<Delivered> {
  try {
    return await carrier.send(row)
  } catch (err) {
    log.error({ err, outbox: row.id, event: row.event }, `a ${carrier.way} could not be made`)
    return 'later'
  }
}

/** Mentions a failing server once, then seldom, and when it is back. */
function createOutage(log: Log, way: string) {
  let mentionedAt: number | null = null
  return {
    note(down: string | null) {
      if (down === null && mentionedAt !== null) {
        log.info({ way }, 'the outbox is delivered again')
        mentionedAt = null
      } else if (down !== null && (mentionedAt === null || Date.now() - mentionedAt > mentionEveryMs)) {
        log.warn({ way, reason: down }, 'the outbox waits: its server does not answer')
        mentionedAt = Date.now()
      }
    },
  }
}
