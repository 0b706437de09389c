import { readdirSync, readFileSync } from 'node:fs'

/** What Linux tells about a process of ours. */
const status = (pid: number, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

export const memoryMb = (pid: number) => Math.round(status(pid, 'VmRSS') / 1_024)
/** The most it ever had. */
export const peakMb = (pid: number) => Math.round(status(pid, 'VmHWM') / 1_024)

export const openFiles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length

/** How many connections to a port are open at its end. */
export function connectionsTo(port: number) {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const lines = ['tcp', 'tcp6'].flatMap((table) => readFileSync(`/proc/net/${table}`, 'utf8').split('\n'))
  return lines.filter((line) => {
    const [, from, , state] = line.trim().split(/\s+/)
    return from?.endsWith(local) && state !== '0A' && state !== '06' // listening; over, and waiting for stragglers
  }).length
}
