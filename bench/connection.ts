import { connect, type Socket } from 'node:net'

export interface Answer {
  status: number
  head: string
  body: Buffer
}

/** A keep-alive HTTP connection to a local server. Parses responses only as far as needed, to be cheap under load. */
export class Connection {
  private readonly port: number
  private socket: Socket | null = null
  private chunks: Buffer[] = []
  private missing = -1
  private head = ''
  private settle: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null

  constructor(port: number) {
    this.port = port
  }

  ask(request: string | Buffer) {
    return new Promise<Answer>((resolve, reject) => {
      this.settle = { resolve, reject }
      this.socket ??= this.open()
      this.socket.write(request)
    })
  }

  close() {
    this.socket?.destroy()
  }

  private open() {
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true })
    socket.on('data', (chunk) => this.take(chunk))
    socket.on('error', (error) => this.lose(error))
    socket.on('close', () => this.lose(new Error('The server closed the connection')))
    return socket
  }

  private lose(error: Error) {
    this.socket = null
    this.chunks = []
    this.missing = -1
    this.settle?.reject(error)
    this.settle = null
  }

  private take(chunk: Buffer) {
    this.chunks.push(chunk)
    if (this.missing === -1) this.readHead()
    else if (this.missing >= 0) this.missing -= chunk.length
    if (this.missing === 0 || (this.missing === untilLastChunk && this.hasLastChunk())) this.finish()
  }

  private readHead() {
    const bytes = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks)
    const end = bytes.indexOf('\r\n\r\n')
    if (end === -1) return
    this.head = bytes.toString('latin1', 0, end)
    this.chunks = [bytes.subarray(end + 4)]
    const length = /\r\ncontent-length: (\d+)/i.exec(this.head)
    const isChunked = /\r\ntransfer-encoding: chunked/i.test(this.head)
    if (length) this.missing = Number(length[1]) - this.chunks[0]!.length
    else this.missing = isChunked ? untilLastChunk : 0
  }

  private hasLastChunk() {
    const tail = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks.slice(-2))
    return tail.subarray(-5).equals(lastChunk)
  }

  private finish() {
    const body = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks)
    const answer = { status: Number(this.head.slice(9, 12)), head: this.head, body }
    this.chunks = []
    this.missing = -1
    const { resolve } = this.settle!
    this.settle = null
    resolve(answer)
  }
}

const untilLastChunk = -2
const lastChunk = Buffer.from('0\r\n\r\n')
