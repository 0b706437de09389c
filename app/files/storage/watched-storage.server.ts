import type { Metrics } from '#app/platform/metrics.server.ts'

import type { Storage } from './storage.server.ts'

/** The same storage, which notes how long each call takes, and whether it fails. */
export function watchStorage(storage: Storage, metrics: Pick<Metrics, 'noteStorage'>): Storage {
  const watched =
    <Given extends unknown[], T>(call: string, work: (...given: Given) => Promise<T>) =>
    async (...given: Given) => {
      const started = performance.now()
      const note = (outcome: 'done' | 'failed') =>
        metrics.noteStorage(call, outcome, (performance.now() - started) / 1_000)
      try {
        const result = await work(...given)
        note('done')
        return result
      } catch (error) {
        note('failed')
        throw error
      }
    }
  return {
    ...storage,
    put: watched('put', storage.put),
    open: watched('open', storage.open),
    openPart: watched('open', storage.openPart),
    remove: watched('remove', storage.remove),
  }
}
