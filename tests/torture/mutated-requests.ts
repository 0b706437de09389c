import { jpeg } from '../support/pictures.ts'
import type { Ground } from './ground.ts'
import { integer, pick, type Random } from './random.ts'

interface Message {
  line: string
  headers: [string, string][]
  body: Buffer
}

const boundary = 'puthi-boundary'

/** A valid request for each kind of input, as a browser would send it. */
export async function validRequests({ students, stores }: Ground): Promise<Message[]> {
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
    form('/AlterPosts?tab=books', [partOf('picture1', picture, 'a.jpg'), ...fields], store),
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
        'multipart/form-data',
        'multipart/form-data; boundary=',
        `multipart/form-data; boundary="${boundary}`,
        `multipart/form-data; boundary=${boundary}x`,
        `multipart/form-data; BOUNDARY=${boundary}`,
        'multipart/mixed',
        `multipart/form-data; boundary=a; boundary=${boundary}`,
        'application/json',
        'text/plain;charset=utf-7',
        'application/x-www-form-urlencoded; charset=utf-16',
        `multipart/form-data; boundary=${pick(random, oddities)}`,
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
        'Host',
        'Cookie',
        'Accept',
        'Accept-Encoding',
        'Origin',
        'Referer',
        'Range',
        'If-None-Match',
        'Connection',
        'Expect',
        'Upgrade',
        'X-Forwarded-For',
        'X-Forwarded-Proto',
        'X-Request-Id',
        'Content-Encoding',
        'Trailer',
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
        "filename*=utf-8''%ff%fe; x=\"",
        "filename*=nonsense''a; x=\"",
        'name="__proto__"; x="',
        'filename="../../a.jpg"; x="',
        '\r\nContent-Transfer-Encoding: base64\r\n',
        '\r\nContent-Type: multipart/mixed; boundary=b\r\n',
        `\r\nX: ${'a'.repeat(90_000)}`,
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

/** A valid request with up to three mutations of its structure, and sometimes of its bytes. */
export function mutatedRequest(random: Random, originals: Message[]) {
  let message = pick(random, originals)
  for (let n = pick(random, [0, 1, 1, 1, 2, 3]); n > 0; n--) message = pick(random, mangles)(message, random)
  const sent = bytesOfMessage(withLength(message))
  return random() < 0.35 ? pick(random, scratches)(sent, random) : sent
}
