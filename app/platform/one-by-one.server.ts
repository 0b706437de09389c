import { bounded } from './bounded.server.ts'

/**
 * Runs tasks of the same name one after another. At most `maxWaiting` of a name wait; further ones get null at once.
 * Waiting holds no database connection: one account uses one connection, however many requests it sends.
 */
export function oneByOne(maxWaiting: number) {
  const queues = new Map<string, { tasks: number; run: ReturnType<typeof bounded> }>()

  return async function run<T>(name: string, task: () => Promise<T>): Promise<T | null> {
    const queue = queues.get(name) ?? { tasks: 0, run: bounded(1) }
    if (queue.tasks > maxWaiting) return null
    queues.set(name, queue)
    queue.tasks++
    try {
      return await queue.run(task)
    } finally {
      if (--queue.tasks === 0) queues.delete(name)
    }
  }
}
