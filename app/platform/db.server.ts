import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'

/** Every room adds the tables it writes: `declare module '#app/platform/db.server.ts' { interface Tables { … } }` */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- filled by the rooms
export interface Tables {}

export type Db = Kysely<Tables> | Transaction<Tables>

/**
 * Each connection plans a statement once and keeps the plan: most cost more to plan than to run. Statements come from our
 * own code and are few; those beyond the number (lists of many lengths) are planned each time.
 */
class PreparingClient extends pg.Client {
  // The pool and Kysely call it with a text and its values; whatever else there is, is left as it is.
  override query(...args: unknown[]): never {
    const [text, values] = args
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined
    const rest = name ? [{ name, text, values }, ...args.slice(2)] : args
    return (super.query as (...args: unknown[]) => never)(...rest)
  }
}

const maxStatements = 200
const names = new Map<string, string>()

function nameOf(text: string) {
  const known = names.get(text)
  if (known || names.size >= maxStatements) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

interface DbOptions {
  /** How many connections at most. */
  max?: number
  /** How long one that nobody uses stays open. */
  idleMs?: number
  /** PostgreSQL's settings on each of them. */
  settings?: Record<string, string>
  onConnectionLost?: (error: Error) => void
}

export function createDb(connectionString: string, options: DbOptions = {}) {
  const { max = 10, idleMs = 60_000, settings = {}, onConnectionLost = () => {} } = options
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: idleMs,
    application_name: 'puthi',
    options: optionsOf({ statement_timeout: '15s', plan_cache_mode: 'force_generic_plan', ...settings }),
  })
  // A connection that PostgreSQL drops, at rest or between two statements, would end the process without a listener.
  pool.on('error', onConnectionLost)
  pool.on('connect', (client) => client.on('error', onConnectionLost))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })
}

export const optionsOf = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'])

/** What the driver says without a code: of a connection that broke, that did not come about, that was broken already. */
const lost =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether the database is away for the moment (starting, stopping, crashed, out of connections): try again later. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  if (!(error instanceof Error)) return false

  const code = 'code' in error ? String(error.code) : ''
  const syscall = 'syscall' in error ? String(error.syscall) : ''
  if (unreachable.has(code)) return code !== 'ENOENT' || syscall === 'connect'
  // 08: connection failures. 57P01 to 57P03: shut down, crashed, not accepting yet. 53300: too many connections.
  if (/^(08...|57P0[1-3]|53300)$/.test(code)) return true
  return lost.test(error.message)
}

export function isUniqueViolation(error: unknown, constraint: string) {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint
}

/** What the new row speaks of is gone. */
export function isForeignKeyViolation(error: unknown, constraint: string) {
  return error instanceof pg.DatabaseError && error.code === '23503' && error.constraint === constraint
}
