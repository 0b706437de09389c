import type { AddressInfo } from 'node:net'

import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  to: string
  subject: string
  messageId: string
  /** By their names in lower case. */
  headers: Map<string, string>
  text: string
  html: string
}

/** What the server does with a mail. */
type Answer = 'take' | 'refuse' | 'defer'

/** A real SMTP server on this machine that keeps what it receives. */
export async function startMailServer({ port = 0 } = {}) {
  const mails: ReceivedMail[] = []
  const state: { answer: Answer } = { answer: 'take' }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    closeTimeout: 500, // of connections that a client keeps for its next mails
    onRcptTo(_address, _session, done) {
      if (state.answer === 'take') return done()
      const [responseCode, words] = state.answer === 'refuse' ? [550, 'no such mailbox'] : [451, 'try again later']
      return done(Object.assign(new Error(words), { responseCode }))
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const mail = readMail(Buffer.concat(chunks).toString())
        for (const { address } of envelope.rcptTo) mails.push({ to: address, ...mail })
        done()
      })
    },
  })
  server.on('error', () => {}) // a client that goes away
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    state,
    /** The mails to an address so far, the oldest first. */
    to: (recipient: string) => mails.filter((mail) => mail.to === recipient),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** Reads a mail of two parts, plain text and HTML. */
function readMail(source: string): Omit<ReceivedMail, 'to'> {
  const { headers, body } = split(source)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1]
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '')))
  const partOf = (type: string) => parts.find((part) => part.headers.get('content-type')?.startsWith(type))
  return {
    subject: decodeWords(headers.get('subject') ?? ''),
    messageId: headers.get('message-id') ?? '',
    headers,
    text: decodePart(partOf('text/plain')),
    html: decodePart(partOf('text/html')),
  }
}

interface Part {
  headers: Map<string, string>
  body: string
}

function split(source: string): Part {
  const end = source.indexOf('\r\n\r\n')
  const lines = source
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
    }),
  )
  return { headers, body: source.slice(end + 4) }
}

function decodePart(part: Part | undefined) {
  if (!part) return ''
  const encoding = part.headers.get('content-transfer-encoding')
  const body = part.body.replace(/\r\n$/, '')
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString().replaceAll('\r\n', '\n')
  return (encoding === 'quoted-printable' ? decodeQuoted(body.replaceAll('=\r\n', '')) : body).replaceAll('\r\n', '\n')
}

/** RFC 2047. */
const decodeWords = (words: string) =>
  words
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
      encoding.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : decodeQuoted(word.replaceAll('_', ' ')),
    )

function decodeQuoted(quoted: string) {
  const bytes = quoted.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/** The first address in the mail's text that leads to this path. */
export function linkIn({ text: words }: ReceivedMail, path: string) {
  const link = words.match(/https?:\/\/\S+/g)?.find((url) => new URL(url).pathname === path)
  if (!link) throw new Error(`The mail has no link to ${path}:\n${words}`)
  return link
}
