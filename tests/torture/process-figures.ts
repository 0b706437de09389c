import { readdirSync, readFileSync } from 'node:fs'

/** A figure from /proc/PID/status. */
const status = (pid: number, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

export const memoryMb = (pid: number) => Math.round(status(pid, 'VmRSS') / 1_024)
/** Peak of the resident memory. */
export const peakMb = (pid: number) => Math.round(status(pid, 'VmHWM') / 1_024)

export const openFiles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length

/** The number of open connections on the server's side of a local port. */
export function connectionsTo(port: number) {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const lines = ['tcp', 'tcp6'].flatMap((table) => readFileSync(`/proc/net/${table}`, 'utf8').split('\n'))
  return lines.filter((line) => {
    const [, from, , state] = line.trim().split(/\s+/)
    return from?.endsWith(local) && state !== '0A' && state !== '06' // LISTEN and TIME_WAIT
  }).length
}
