import { pino } from 'pino'

export type Log = ReturnType<typeof createLog>

/** One JSON line an event on standard output. Whoever logs leaves personal data out; this is the net below. */
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

/**
 * Lines that tell of nothing bad go out together, eight kilobytes or a tenth of a second of them: to write each by itself
 * takes longer than to answer from the cache.
 */
function toStandardOutput() {
  const out = pino.destination({ sync: true, minLength: 8_192, periodicFlush: 100 })
  process.on('exit', () => out.flushSync())
  return (line: string) => {
    out.write(line)
    if (!isCalm.test(line)) out.flushSync()
  }
}

const isCalm = /^\{"level":"(?:trace|debug|info)"/

/** What people call their files stands at the end of a key or an address, after the random part that says which it is. */
export const withoutFileName = (text: string) => text.replace(/(_[0-9a-f]{32})_[^/]*$/, '$1')

/** PostgreSQL quotes people's values in its messages and details: of its errors only the names are kept. */
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

/** The system's messages end with the path, which holds what people call their files. */
const messageOf = (error: Error) => ('path' in error ? error.message.split(" '")[0] : error.message)
