import { once } from 'node:events'
import { Readable } from 'node:stream'

import pg from 'pg'

const batchBytes = 64 * 1024

/** The callbacks of `pg` for a custom query; `pg.Query` does not support COPY. */
interface Copying extends pg.Submittable {
  handleError: (error: Error) => void
  handleCommandComplete: (message: { text: string }) => void
  handleReadyForQuery: () => void
  handleCopyInResponse?: (connection: pg.Connection) => void
  handleCopyData?: (message: { chunk: Buffer }, connection: pg.Connection) => void
}

/** Methods that are missing in the type of pg.Connection. */
type CopyConnection = pg.Connection & {
  sendCopyFromChunk: (chunk: Uint8Array) => void
  endCopyFrom: () => void
  sendCopyFail: (reason: string) => void
}

/**
 * Streams the raw output of `COPY … TO STDOUT`. Pauses the socket while the reader is slower, so that a table of any
 * size takes a few batches of memory.
 */
export function copyOut(client: pg.Client, statement: string): Readable {
  let socket: pg.Connection['stream'] | undefined
  let batch: Buffer[] = []
  let size = 0
  const rows = new Readable({ read: () => void socket?.resume() })
  const pushBatch = () => {
    const wantsMore = rows.push(Buffer.concat(batch))
    batch = []
    size = 0
    return wantsMore
  }
  const copying: Copying = {
    submit(connection) {
      socket = connection.stream
      connection.query(statement)
    },
    handleCopyData({ chunk }, { stream }) {
      batch.push(Buffer.from(chunk)) // a copy: `pg` reuses the memory
      size += chunk.length
      if (size >= batchBytes && !pushBatch()) stream.pause()
    },
    handleError: (error) => void rows.destroy(error),
    handleCommandComplete: () => {},
    handleReadyForQuery() {
      if (size > 0) pushBatch()
      rows.push(null)
      socket?.resume() // the last rows may have paused it, and nothing reads after them
    },
  }
  client.query(copying)
  return rows
}

/** Sends rows to `COPY … FROM STDIN`; resolves to their number. */
export function copyIn(client: pg.Client, statement: string, rows: AsyncIterable<Uint8Array>) {
  return new Promise<number>((resolve, reject) => {
    let count = 0
    let hasFailed = false
    const send = async (connection: CopyConnection) => {
      try {
        for await (const chunk of rows) {
          if (hasFailed) return // the statement has failed
          connection.sendCopyFromChunk(chunk)
          if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
        }
        connection.endCopyFrom()
      } catch (error) {
        reject(error)
        connection.sendCopyFail('The rows could not be read')
      }
    }
    const copying: Copying = {
      submit: (connection) => connection.query(statement),
      handleCopyInResponse: (connection) => void send(connection as CopyConnection),
      handleCommandComplete: ({ text }) => (count = Number(/^COPY (\d+)$/.exec(text)?.[1])),
      handleError(error) {
        hasFailed = true
        reject(error)
      },
      handleReadyForQuery: () => resolve(count),
    }
    client.query(copying)
  })
}
