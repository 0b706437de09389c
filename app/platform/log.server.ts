import { pino } from 'pino'

export type Log = ReturnType<typeof createLog>

/** One JSON line an event on standard output. Whoever logs leaves personal data out; this is the net below. */
export function createLog(level: string) {
  return pino({
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    redact: ['password', '*.password', 'cookie', '*.cookie', 'studentId', '*.studentId'],
  })
}
