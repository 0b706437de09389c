import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import pg from 'pg'

/** Every room adds its tables: `declare module '#app/platform/db.server.ts' { interface Tables { … } }` */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- filled by the rooms
export interface Tables {}

export type Db = Kysely<Tables> | Transaction<Tables>

/**
 * Sends every statement as a named prepared statement, so that each connection plans it once: planning costs more than
 * most of them run. Statements beyond `maxStatements` (lists of many lengths) are planned each time.
 */
class PreparingClient extends pg.Client {
  readonly #isReadOnly: boolean

  constructor(config: ClientConfig) {
    super(config)
    this.#isReadOnly = config.settings.default_transaction_read_only === 'on'
  }

  // Kysely passes text and values; other signatures are passed on unchanged.
  override query(...args: unknown[]): never {
    const send = super.query.bind(this) as (...args: unknown[]) => unknown
    const [text, values] = args
    if (typeof text !== 'string' || !Array.isArray(values) || args.length > 2) return send(...args) as never

    const name = nameOf(text)
    const sent = send({ name, text, values }) as Promise<unknown>
    return sent.catch((error: unknown) => {
      if (this.#isReadOnly && codeOf(error) === readOnlyTransaction)
        throw new Error('A statement that writes was sent over a read-only connection', { cause: error })
      if (mixedUp.has(codeOf(error)))
        throw new Error('A pooler mixes up prepared statements: PgBouncer needs max_prepared_statements', {
          cause: error,
        })
      if (!name || !isStalePlan(error)) throw error
      rename(text, name)
      // PostgreSQL has aborted the transaction: the caller must retry all of it, with the new name.
      if (this.getTransactionStatus() !== 'I') throw error
      return send({ name: nameOf(text), text, values })
    }) as never
  }
}

type Send = (...args: unknown[]) => Promise<unknown>

/**
 * For connections through a pooler, which carries no settings from one transaction to the next: every transaction begins
 * with them, also that of a single statement. What belongs together is sent at once (`pipeline`), and not one round trip
 * after the other.
 */
class PooledClient extends PreparingClient {
  readonly #set: string

  constructor(config: ClientConfig) {
    super(config)
    this.#set = Object.entries(config.settings)
      .map(([name, value]) => `; set local ${name.replace(/^default_transaction/, 'transaction')} = '${value}'`)
      .join('')
  }

  override query(...args: unknown[]): never {
    const send = super.query.bind(this) as Send
    const [text, values] = args
    if (typeof text !== 'string' || !Array.isArray(values)) return send(...args) as never
    if (/^(begin|start transaction)/i.test(text)) return send(text + this.#set) as never
    const isAlone = this.getTransactionStatus() === 'I' && !/^\s*vacuum/i.test(text) // which refuses a transaction
    return (isAlone ? this.#sendAlone(send, text, values) : send(...args)) as never
  }

  async #sendAlone(send: Send, text: string, values: unknown[], isAgain = false): Promise<unknown> {
    const [begun, sent, ended] = await Promise.allSettled([
      send(`begin${this.#set}`),
      send(text, values),
      send('commit'),
    ])
    if (sent.status === 'rejected' && isStalePlan(sent.reason) && !isAgain)
      return this.#sendAlone(send, text, values, true)
    for (const one of [begun, sent, ended]) if (one.status === 'rejected') throw one.reason
    return sent.status === 'fulfilled' ? sent.value : undefined
  }
}

/** Whether the address says that it leads to a pooler, which gives a connection away between transactions. */
export const isPooled = (connectionString: string) => /[?&]pooler=transaction(&|$)/.test(connectionString)

const maxStatements = 200
const names = new Map<string, string>()
let nameCount = 0

function nameOf(text: string) {
  const known = names.get(text)
  if (known || names.size >= maxStatements) return known
  const name = `s${nameCount++}`
  names.set(text, name)
  return name
}

/** All connections prepare the statement again under a new name, unless another one has renamed it already. */
function rename(text: string, from: string) {
  if (names.get(text) === from) names.set(text, `s${nameCount++}`)
}

const readOnlyTransaction = '25006'
/** A prepared statement is not there, or there already. */
const mixedUp = new Set(['26000', '42P05'])

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** "cached plan must not change result type": a column was added to, or changed in, what a prepared statement returns. */
const isStalePlan = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

interface DbOptions {
  /** Maximum number of connections. */
  max?: number
  /** How long an idle connection stays open. */
  idleMs?: number
  /** PostgreSQL settings of each connection. */
  settings?: Record<string, string>
  onConnectionLost?: (error: Error) => void
  /** Told of the pool, and of every wait for one of its connections. */
  metrics?: PoolMetrics | undefined
}

/** The connections of a pool, as pg counts them. */
export interface CountedPool {
  totalCount: number
  idleCount: number
  /** Who waits for a connection. */
  waitingCount: number
}

interface PoolMetrics {
  watch: (pool: CountedPool) => void
  noteWait: (seconds: number) => void
}

interface ClientConfig extends pg.ClientConfig {
  settings: Record<string, string>
}

/** How a process divides its connections: a third are of searches, at most 4. */
export function connectionsOfPools(connections: number) {
  const searches = Math.min(Math.floor(connections / 3), 4)
  return { pages: connections - searches, searches }
}

export const createDb = (connectionString: string, options: DbOptions = {}) =>
  dbOf(createPool(connectionString, options))

export const dbOf = (pool: PostgresPool) =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })

export function createPool(connectionString: string, options: DbOptions = {}): PostgresPool {
  const { max = 10, idleMs = 60_000, onConnectionLost = () => {} } = options
  const settings = { statement_timeout: '15s', plan_cache_mode: 'force_generic_plan', ...options.settings }
  const config: ClientConfig & pg.PoolConfig = {
    connectionString,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: idleMs,
    application_name: 'puthi',
    settings,
  }
  const pool = new pg.Pool({
    ...config,
    ...(isPooled(connectionString)
      ? { Client: PooledClient as never, pipeline: true }
      : { Client: PreparingClient as never, options: optionsOf(settings) }),
  })
  // Without a listener a dropped connection would end the process.
  pool.on('error', onConnectionLost)
  pool.on('connect', (client) => client.on('error', onConnectionLost))
  options.metrics?.watch(pool)
  return {
    async connect() {
      const started = performance.now()
      const client = await pool.connect()
      options.metrics?.noteWait((performance.now() - started) / 1_000)
      return client
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

export const optionsOf = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

const unreachable = new Set(
  'ECONNREFUSED ECONNRESET ENOENT EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH'.split(' '),
)

/** Driver errors without a code: the connection broke or could not be opened in time. */
const connectionErrors =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error)/

/**
 * Whether a retry may succeed: the database is starting, stopping, crashed, out of connections or a standby before its
 * promotion; or a migration changed a table under a transaction (`isStalePlan`).
 */
export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseDown)
  if (!(error instanceof Error)) return false

  const code = codeOf(error)
  const syscall = 'syscall' in error ? String(error.syscall) : ''
  if (unreachable.has(code)) return code !== 'ENOENT' || syscall === 'connect'
  // 08: connection failures. 57P01 to 57P03: shut down, crashed, not accepting yet. 53300: too many connections.
  if (/^(08...|57P0[1-3]|53300)$/.test(code) || code === readOnlyTransaction) return true
  return isStalePlan(error) || connectionErrors.test(error.message)
}

export function isUniqueViolation(error: unknown, constraint: string) {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint
}

/** A query took longer than it may: `statement_timeout`. */
export function isTooSlow(error: unknown) {
  return error instanceof pg.DatabaseError && error.code === '57014'
}

/** Insert failed: the referenced row no longer exists. */
export function isForeignKeyViolation(error: unknown, constraint: string) {
  return error instanceof pg.DatabaseError && error.code === '23503' && error.constraint === constraint
}
