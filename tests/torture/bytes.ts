import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'

import { renditionKeys } from '#app/files/pictures/picture-url.ts'

import { filesIn, jpeg } from '../support/pictures.ts'
import type { Finding } from './finding.ts'
import { type Ground, startGround } from './ground.ts'
import { connectionsTo, memoryMb, openFiles, peakMb } from './process-figures.ts'
import { integer, pick, type Random, randomOf, seedOf } from './random.ts'
import { until } from './until.ts'

interface Options {
  seed: number
  isLong: boolean
}

const part = 'bytes'
const lanes = 48
/** Longer than the server's own timeouts: 15 s for a silent client, two minutes for a file that waits to be decoded. */
const hangsMs = 140_000
/** In the long form one request in so many waits for those timeouts; the short form has no time for that. */
const patientEvery = 100
/** Tolerance for open files: the number of open connections to the database varies up to the size of the pool. */
const poolSize = 10

/** Malformed requests over raw sockets: none may crash the server, get a 5xx, hang, or leave anything behind. */
export async function bytes({ seed, isLong }: Options): Promise<Finding[]> {
  const ground = await startGround({ people: 4 })
  const count = isLong ? 50_000 : 1_000
  try {
    const originals = await requests(ground)
    const statuses: Record<string, number> = {}
    const faults: string[] = []
    const first = seedOf(seed, part)
    let next = 0
    const send = async (end: number) => {
      const lane = async () => {
        while (next < end) {
          const number = next++
          const random = randomOf(first + number)
          const sent = mangled(random, originals)
          const answer = await exchange(ground, sent, random, isLong && number % patientEvery === 0)
          if (answer.hangs) faults.push(`case ${number}, no end: ${shown(sent)}`)
          for (const status of answer.statuses) statuses[status] = (statuses[status] ?? 0) + 1
          if (answer.statuses.some((status) => status >= '500'))
            faults.push(`case ${number}, ${answer.statuses.join()}: ${shown(sent)}`)
        }
      }
      await Promise.all(Array.from({ length: lanes }, lane))
      await comesTrue(() => connectionsTo(portOf(ground)) === 0)
    }

    const pid = ground.server.process.pid!
    await send(count / 2)
    const before = { files: openFiles(pid), memory: memoryMb(pid) }
    await send(count)
    const after = { files: openFiles(pid), memory: memoryMb(pid) }
    const connections = connectionsTo(portOf(ground))
    const isWell = await fetch(`${ground.server.address}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    )
    const logged = ground.server
      .output()
      .split('\n')
      .filter((line) => /"level":"(error|fatal)"|unhandled|uncaught/i.test(line))
      .map((line) => /"err":.{0,300}/.exec(line)?.[0] ?? line)
    const grownBy = after.memory - before.memory
    const incoming = path.join(ground.folder, 'files/.incoming')
    // After a disconnect in the middle of a form, the server may still be storing or removing its files.
    const isEmpty = await comesTrue(
      async () => (await strayFiles(ground)).length === 0 && readdirSync(incoming).length === 0,
    )
    const strays = await strayFiles(ground)
    const many = Object.entries(statuses)
      .map(([status, times]) => `${times} × ${status}`)
      .join(', ')
    return [
      {
        part,
        tried: `${count} requests with wrong bytes`,
        found: `${many}; ${faults.length} failed or without end ${faults.slice(0, 4).join(' | ')}`,
        holds: faults.length === 0 && Object.values(statuses).reduce((sum, times) => sum + times, 0) > count / 4,
      },
      {
        part,
        tried: 'the same process afterwards',
        found: `${isWell ? 'answers' : 'does not answer'}, ${logged.length} errors in its log ${[...new Set(logged)].slice(0, 6).join(' ')}`,
        holds: isWell && ground.server.process.exitCode === null && logged.length === 0,
      },
      {
        part,
        tried: 'what it still holds',
        found: `${connections} connections, ${after.files - before.files} more files open, ${grownBy} MB more since half of them, ${peakMb(pid)} MB at most`,
        holds: connections === 0 && after.files - before.files <= poolSize && grownBy < 100 && peakMb(pid) < 700,
      },
      {
        part,
        tried: 'files on their way in, and stored ones',
        found: `${readdirSync(incoming).length} left, ${strays.length} without a row or without bytes ${strays.slice(0, 4).join()}`,
        holds: isEmpty && strays.length === 0,
      },
    ]
  } finally {
    await ground.stop()
  }
}

const portOf = ({ server }: Ground) => Number(new URL(server.address).port)

/** Waits for a condition; false if it is still not met after 40 s. The findings report the figures. */
const comesTrue = (isSo: () => boolean | Promise<boolean>) =>
  until('end of it', isSo, { maxMs: 40_000 }).catch(() => false)

const shown = (sent: Buffer) => JSON.stringify(sent.toString('latin1')).slice(0, 400)

/** Keys of stored files without a row, and of rows without stored files. */
async function strayFiles({ db, folder }: Ground) {
  const rows = await db.selectFrom('files').select(['key', 'kind']).execute()
  const known = new Set(rows.flatMap(({ key, kind }) => (kind === 'picture' ? renditionKeys(key) : [key])))
  const files = path.join(folder, 'files')
  const folders = readdirSync(files).filter((name) => name !== '.incoming') // temporary files of uploads
  const there = new Set(folders.flatMap((name) => filesIn(path.join(files, name)).map((file) => `${name}/${file}`)))
  return [...known.symmetricDifference(there)]
}

interface Message {
  line: string
  headers: [string, string][]
  body: Buffer
}

const boundary = 'puthi-boundary'

/** A valid request for each kind of input, as a browser would send it. */
async function requests({ students, stores }: Ground): Promise<Message[]> {
  const picture = await jpeg(8, 8)
  const [student, store] = [students[0]!.cookie, stores[0]!.cookie]
  const post = (where: string, type: string, body: Buffer, cookie?: string): Message => ({
    line: `POST ${where} HTTP/1.1`,
    headers: [['Host', 'localhost'], close, ['Content-Type', type], ...cookieOf(cookie)],
    body,
  })
  const form = (where: string, parts: Buffer[], cookie?: string) =>
    post(where, `multipart/form-data; boundary=${boundary}`, Buffer.concat([...parts, end]), cookie)
  const plain = (where: string, fields: Record<string, string>, cookie?: string) =>
    post(where, 'application/x-www-form-urlencoded', Buffer.from(new URLSearchParams(fields).toString()), cookie)
  const get = (where: string, cookie?: string): Message => ({
    line: `GET ${where} HTTP/1.1`,
    headers: [['Host', 'localhost'], close, ['Accept', 'text/html'], ...cookieOf(cookie)],
    body: Buffer.alloc(0),
  })
  const contact = { name: 'Rina', phone: '9876543210', reason: 'A question' }
  const fields = Object.entries(contact).map(([name, value]) => partOf(name, value))
  const someText = Buffer.from('no PDF, so that nobody reads it')
  return [
    get('/?tab=books&name=physics', student),
    get('/market', store),
    get('/pictures/images/none.jpg'),
    get('/_.data', student),
    plain('/ContactUs', contact),
    plain('/login.data', { phone: '9876543210', password: 'short' }),
    plain('/?index&request', contact, student),
    form('/ContactUs', fields),
    form('/sSignup', [...fields, partOf('picture', picture, 'a.jpg')]),
    form('/?index', [...fields, partOf('picture', picture, 'a.jpg')], store),
    form('/CreateBooksAndNovels?tab=books', [partOf('picture1', picture, 'a.jpg'), ...fields], student),
    form('/CreateCourseAndNotes?tab=notes', [partOf('pdf1', someText, 'a.pdf'), ...fields], student),
    form('/AlterBooksAndNovels?tab=notes', [partOf('pdf1', someText, 'a.pdf'), ...fields], student),
    post('/uploads/picture?folder=images&name=a.jpg', 'image/jpeg', picture, student),
    post('/uploads/pdf?name=a.pdf', 'application/pdf', someText, student),
  ]
}

const cookieOf = (cookie?: string) => (cookie ? ([['Cookie', cookie]] as [string, string][]) : [])

const close: [string, string] = ['Connection', 'close']

const end = Buffer.from(`--${boundary}--\r\n`)

function partOf(name: string, value: string | Buffer, fileName?: string) {
  const file = fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: application/octet-stream`
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')])
}

function bytesOfMessage({ line, headers, body }: Message) {
  const head = [line, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\r\n')
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), body])
}

const withLength = (message: Message): Message =>
  message.body.length === 0 || has(message, 'content-length') || has(message, 'transfer-encoding')
    ? message
    : { ...message, headers: [...message.headers, ['Content-Length', String(message.body.length)]] }

const has = ({ headers }: Message, wanted: string) => headers.some(([name]) => name.toLowerCase() === wanted)

type Mangle = (message: Message, random: Random) => Message

const oddities = [
  ...[
    '',
    ' ',
    '\0',
    '\x01',
    '\x7f',
    '\xff\xfe',
    '"',
    "'",
    '\\',
    ';',
    ',',
    '=',
    '--',
    '*',
    '%00',
    '%ff',
    '../',
    '\t',
    '\u00e9',
  ],
  ...[
    'a'.repeat(70),
    'a'.repeat(300),
    'a'.repeat(9_000),
    '-1',
    '0',
    '1e9',
    '99999999999999999999',
    '__proto__',
    '\r',
    '\n',
  ],
]

const withHeader = (message: Message, name: string, value: string): Message => ({
  ...message,
  headers: [...message.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase()), [name, value]],
})

/** Mutations of a request's structure. */
const mangles: Mangle[] = [
  // Content type and multipart boundary.
  (message, random) =>
    withHeader(
      message,
      'Content-Type',
      pick(random, [
        ...['multipart/form-data', 'multipart/form-data; boundary=', `multipart/form-data; boundary="${boundary}`],
        ...[
          `multipart/form-data; boundary=${boundary}x`,
          `multipart/form-data; BOUNDARY=${boundary}`,
          'multipart/mixed',
        ],
        ...[`multipart/form-data; boundary=a; boundary=${boundary}`, 'application/json', 'text/plain;charset=utf-7'],
        ...[
          'application/x-www-form-urlencoded; charset=utf-16',
          `multipart/form-data; boundary=${pick(random, oddities)}`,
        ],
      ]),
    ),
  (message, random) => ({ ...message, body: replaced(message.body, boundary, pick(random, oddities), random) }),
  // Length of the body and Content-Length.
  (message, random) => ({ ...message, body: message.body.subarray(0, integer(random, 0, message.body.length)) }),
  (message, random) => {
    const { length } = message.body
    const said = pick(random, [length + 1, length - 1, length * 2, length + 100_000, 0, -1, 1e12])
    return withHeader(message, 'Content-Length', String(said))
  },
  (message, random) => withHeader(message, 'Content-Length', pick(random, [...oddities, '0x10', '5, 5', '+5', '5 5'])),
  (message, random) => ({
    ...message,
    headers: [...message.headers, ['Content-Length', '5'], ['content-length', String(integer(random, 0, 9))]],
  }),
  // Chunked encoding.
  (message, random) => {
    const size = pick(random, [message.body.length.toString(16), 'zz', 'ffffffffffffffff', '-1', '', '5;ext=1', '0'])
    const chunk = `${size}\r\n${message.body.toString('latin1')}${pick(random, ['\r\n0\r\n\r\n', '\r\n', '', '0\r\nX: 1\r\n\r\n'])}`
    const coding = pick(random, [
      'chunked',
      'Chunked',
      'chunked, chunked',
      'gzip, chunked',
      'chunked\t',
      'xchunked',
      'identity',
    ])
    const sent = { ...withHeader(message, 'Transfer-Encoding', coding), body: Buffer.from(chunk, 'latin1') }
    return random() < 0.3 ? withHeader(sent, 'Content-Length', String(sent.body.length)) : sent
  },
  // Headers.
  (message, random) => {
    const [name, value] = pick(random, message.headers)
    return { ...message, headers: [...message.headers, [name, random() < 0.5 ? value : pick(random, oddities)]] }
  },
  (message, random) => withHeader(message, `X-${'a'.repeat(pick(random, [1_000, 8_000, 17_000, 70_000]))}`, 'a'),
  (message, random) => withHeader(message, pick(random, oddities), pick(random, oddities)),
  (message, random) => ({
    ...message,
    headers: [
      ...message.headers,
      ...Array.from({ length: integer(random, 50, 2_500) }, () => ['a', 'b'] as [string, string]),
    ],
  }),
  (message, random) =>
    withHeader(
      message,
      pick(random, [
        ...['Host', 'Cookie', 'Accept', 'Accept-Encoding', 'Origin', 'Referer', 'Range', 'If-None-Match', 'Connection'],
        ...['Expect', 'Upgrade', 'X-Forwarded-For', 'X-Forwarded-Proto', 'X-Request-Id', 'Content-Encoding', 'Trailer'],
      ]),
      pick(random, [
        ...oddities,
        '100-continue',
        'websocket',
        'h2c',
        'close',
        'gzip',
        'bytes=0-',
        'http://[',
        'a@b',
        'a b',
      ]),
    ),
  (message) => ({ ...message, headers: message.headers.filter(([name]) => name !== 'Host') }),
  // Request line.
  (message, random) => {
    const [method = '', where = '', version = ''] = message.line.split(' ')
    return {
      ...message,
      line: pick(random, [
        `${pick(random, ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'CONNECT', 'HEAD', 'get', 'QUERY', 'X'])} ${where} ${version}`,
        `${method} ${pick(random, ['*', '//', '//evil.example/', 'http://evil.example/', '/%', '/%zz', '/%00', '/?%', '/\\', '/..', '/a.data', '/posts/%E0%A4%A/comments', '/pictures/images/%', `/${'a'.repeat(20_000)}`, '/?tab[]=1', '/assets/%2e%2e', '/\xff'])} ${version}`,
        `${method} ${where}${pick(random, oddities)} ${version}`,
        `${method} ${where} ${pick(random, ['HTTP/1.0', 'HTTP/9.9', 'HTTP/0.9', 'HTTP', ''])}`,
      ]),
    }
  },
  // Headers and number of the parts of a multipart body.
  (message, random) => ({
    ...message,
    body: replaced(
      message.body,
      pick(random, [
        'form-data',
        'name="',
        'filename="',
        '"; filename',
        'Content-Disposition',
        '\r\n\r\n',
        '\r\n',
        ': ',
        'octet-stream',
      ]),
      pick(random, [
        ...oddities,
        ...[
          "filename*=utf-8''%ff%fe; x=\"",
          "filename*=nonsense''a; x=\"",
          'name="__proto__"; x="',
          'filename="../../a.jpg"; x="',
        ],
        ...[
          '\r\nContent-Transfer-Encoding: base64\r\n',
          '\r\nContent-Type: multipart/mixed; boundary=b\r\n',
          `\r\nX: ${'a'.repeat(90_000)}`,
        ],
      ]),
      random,
    ),
  }),
  (message, random) => ({
    ...message,
    body: Buffer.concat(Array.from({ length: integer(random, 2, 70) }, () => message.body)),
  }),
]

function replaced(body: Buffer, what: string, by: string, random: Random) {
  const places = [...body.toString('latin1').matchAll(new RegExp(what, 'g'))].map(({ index }) => index)
  if (places.length === 0) return body
  const at = pick(random, places)
  return Buffer.concat([body.subarray(0, at), Buffer.from(by, 'latin1'), body.subarray(at + what.length)])
}

/** Mutations of a request's bytes, at any position. */
const scratches: ((sent: Buffer, random: Random) => Buffer)[] = [
  (sent, random) => {
    const scratched = Buffer.from(sent)
    for (let n = integer(random, 1, 12); n > 0; n--)
      scratched[integer(random, 0, sent.length - 1)] = integer(random, 0, 255)
    return scratched
  },
  (sent, random) => inserted(sent, Buffer.alloc(integer(random, 1, 20)), random),
  (sent, random) => inserted(sent, sent.subarray(integer(random, 0, sent.length - 1)), random),
  (sent, random) => sent.subarray(0, integer(random, 1, sent.length)),
  (sent) => Buffer.concat([sent, sent]), // pipelined: two requests without waiting for a response
]

function inserted(sent: Buffer, what: Buffer, random: Random) {
  const at = integer(random, 0, sent.length)
  return Buffer.concat([sent.subarray(0, at), what, sent.subarray(at)])
}

function mangled(random: Random, originals: Message[]) {
  let message = pick(random, originals)
  for (let n = pick(random, [0, 1, 1, 1, 2, 3]); n > 0; n--) message = pick(random, mangles)(message, random)
  const sent = bytesOfMessage(withLength(message))
  return random() < 0.35 ? pick(random, scratches)(sent, random) : sent
}

/** Without data from the server for so long, the client half-closes the socket: the server may be waiting for more. */
const patienceMs = 1_000

/**
 * Sends the bytes at once or in two pieces, or disconnects after the first; resolves when the socket is closed. A
 * patient client never half-closes it.
 */
function exchange({ server }: Ground, sent: Buffer, random: Random, isPatient: boolean) {
  const manner = random()
  const cut = integer(random, 0, sent.length)
  return new Promise<{ statuses: string[]; hangs: boolean }>((resolve) => {
    const { hostname, port } = new URL(server.address)
    const socket = connect({ port: Number(port), host: hostname })
    const chunks: Buffer[] = []
    let hangs = false
    const limit = setTimeout(() => {
      hangs = true
      socket.destroy()
    }, hangsMs)
    const noMore = setTimeout(() => isPatient || socket.end(), patienceMs)
    socket.on('data', (chunk) => {
      noMore.refresh()
      chunks.push(chunk)
    })
    socket.on('error', () => {}) // the server may close it while we are still sending
    socket.on('close', () => {
      clearTimeout(limit)
      clearTimeout(noMore)
      const text = Buffer.concat(chunks).toString('latin1')
      resolve({ statuses: [...text.matchAll(/^HTTP\/1\.1 (\d{3}) [A-Z]/gm)].map(([, status]) => status!), hangs })
    })
    socket.on('connect', () => {
      if (manner < 0.7) return void socket.write(sent)
      socket.write(sent.subarray(0, cut), () => {
        if (manner < 0.85) socket.write(sent.subarray(cut))
        else socket.destroy()
      })
    })
  })
}
