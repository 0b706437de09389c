import { once } from 'node:events'
import { Readable } from 'node:stream'

import pg from 'pg'

const batchBytes = 64 * 1024

/** What `pg` calls while a statement of ours runs; `pg.Query` itself knows no COPY. */
interface Copying extends pg.Submittable {
  handleError: (error: Error) => void
  handleCommandComplete: (message: { text: string }) => void
  handleReadyForQuery: () => void
  handleCopyInResponse?: (connection: pg.Connection) => void
  handleCopyData?: (message: { chunk: Buffer }, connection: pg.Connection) => void
}

/** The connection's parts that its type leaves out. */
type CopyConnection = pg.Connection & {
  sendCopyFromChunk: (chunk: Uint8Array) => void
  endCopyFrom: () => void
  sendCopyFail: (reason: string) => void
}

/**
 * The rows of `COPY … TO STDOUT` as PostgreSQL writes them. The socket stands still while nobody reads on, so that a
 * table of any size takes the memory of a few batches.
 */
export function copyOut(client: pg.Client, statement: string): Readable {
  let socket: pg.Connection['stream'] | undefined
  let batch: Buffer[] = []
  let size = 0
  const rows = new Readable({ read: () => void socket?.resume() })
  const pass = () => {
    const isWelcome = rows.push(Buffer.concat(batch))
    batch = []
    size = 0
    return isWelcome
  }
  const copying: Copying = {
    submit(connection) {
      socket = connection.stream
      connection.query(statement)
    },
    handleCopyData({ chunk }, { stream }) {
      batch.push(Buffer.from(chunk)) // its memory is used again for what comes next
      size += chunk.length
      if (size >= batchBytes && !pass()) stream.pause()
    },
    handleError: (error) => void rows.destroy(error),
    handleCommandComplete: () => {},
    handleReadyForQuery() {
      if (size > 0) pass()
      rows.push(null)
      socket?.resume() // the last rows may have stopped it, and nobody reads on after them
    },
  }
  client.query(copying)
  return rows
}

/** Sends rows to `COPY … FROM STDIN`; says how many they were. */
export function copyIn(client: pg.Client, statement: string, rows: AsyncIterable<Uint8Array>) {
  return new Promise<number>((resolve, reject) => {
    let count = 0
    let isOver = false
    const send = async (connection: CopyConnection) => {
      try {
        for await (const chunk of rows) {
          if (isOver) return // refused: the rest is of no use
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
        isOver = true
        reject(error)
      },
      handleReadyForQuery: () => resolve(count),
    }
    client.query(copying)
  })
}
