import { pino } from 'pino'

export type Log = ReturnType<typeof createLog>

/** One JSON line per event on standard output. Callers leave personal data out; the serializers are a safety net. */
export function createLog(level: string, write?: (line: string) => void) {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError, key: withoutFileName },
  }
  return pino(options, { write: write ?? toStandardOutput() })
}

let standardOutput: ((line: string) => void) | null = null

/**
 * Buffers lines below `warn` up to 8 kB or 100 ms: writing each by itself takes longer than answering from the cache. All
 * logs of a process share the buffer, so that their lines stay in order.
 */
function toStandardOutput() {
  if (standardOutput) return standardOutput
  const out = pino.destination({ sync: true, minLength: 8_192, periodicFlush: 100 })
  process.on('exit', () => out.flushSync())
  standardOutput = (line) => {
    out.write(line)
    if (!isBuffered.test(line)) out.flushSync()
  }
  return standardOutput
}

const isBuffered = /^\{"level":"(?:trace|debug|info)"/

/** Cuts off the sender's file name, which follows the random part of a key or URL. */
export const withoutFileName = (text: string) => text.replace(/(_[0-9a-f]{32})_[^/]*$/, '$1')

/** PostgreSQL's messages and details quote values: only names are logged. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const calls = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n')
  if (!('severity' in error && 'code' in error)) return { type: error.name, message: messageOf(error), stack: calls }

  const { code, table, column, constraint, routine } = error as Error & Record<string, unknown>
  return { type: 'database', code, table, column, constraint, routine, stack: calls }
}

/** System messages end with the path, which contains the sender's file name. */
const messageOf = (error: Error) => ('path' in error ? error.message.split(" '")[0] : error.message)
