import { createSecretKey, type KeyObject } from 'node:crypto'
import path from 'node:path'

export interface Config {
  port: number
  host: string
  /** The origin people type, without a path: what cookies, redirects and the check of a form's origin go by. */
  publicUrl: string | null
  dataDir: string
  /** Without it the server runs its own PostgreSQL under the data folder. */
  databaseUrl: string | null
  /** Without it files are kept under the data folder. */
  filesUrl: string | null
  /** For the storage at the files' address. */
  awsKey: { id: string; secret: string } | null
  /** What the id numbers are encrypted by, the newest first; without it a file under the data folder holds it. */
  idKeys: [KeyObject, ...KeyObject[]] | null
  /** Null: only for a new embedded database of a server that nobody but this machine can reach, proxies included. */
  demo: boolean | null
  trustProxy: boolean
  /** Off where one does in a minute what people do in a day. */
  rateLimits: boolean
  /** How long a connection that is kept open may be idle: longer than the balancer in front keeps it. */
  keepAliveSeconds: number
  /** Between the first "not ready" and the last new request, for a balancer to notice. */
  shutdownDelaySeconds: number
  pageProtection: PageProtection
  /** Shows PDFs on phones; `{url}` stands for the PDF's address. */
  documentViewerUrl: string | null
  siteName: string
  supportPhone: string
  supportEmail: string
  socialLinks: SocialLink[]
  founders: Founder[]
  /** The variables of the contacts that are not set: the pages show examples in their place. */
  placeholders: string[]
  logLevel: LogLevel
}

interface SocialLink {
  name: string
  url: string
}

export interface Founder {
  name: string
  role: string
  words: string
}

const pageProtections = ['on', 'content', 'off'] as const
/** `content`: what others published is protected; fields and people's own pages are not. */
type PageProtection = (typeof pageProtections)[number]

/** Passwords and keys stand in their values, and a value that is refused cannot be parsed to leave them out. */
const mayHoldSecrets = new Set(['DATABASE_URL', 'FILES_URL', 'DOCUMENT_VIEWER_URL'])

const withoutCredentials = (url: string) => url.replace(/\/\/.*@/s, '//…@')

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
type LogLevel = (typeof logLevels)[number]

/** Its message is one line for whoever starts the server: the variable, what it got, what it takes. */
class ConfigError extends Error {}

const contactVariables = ['SUPPORT_PHONE', 'SUPPORT_EMAIL', 'SOCIAL_LINKS', 'FOUNDERS']

// The defaults of the contacts are fictional and say so. The phone number is one digit short of a number that rings (India's
// have ten after the 0), `.example` is no domain, and the names mean "without a name" and "so-and-so" in Assamese.
const defaultSupportPhone = '01234 56789 (example)'
const defaultSupportEmail = 'support@puthi.example'

const defaultSocialLinks =
  'Facebook=https://www.facebook.com/,Instagram=https://www.instagram.com/,YouTube=https://www.youtube.com/'

const defaultFounders = [
  'Anamika Das (example); Students and study notes; Reads what students write, and sees that notes and courses are worth their price.',
  'Amuk Bora (example); Book stores and requests; Calls the stores, and looks for the books that nobody has listed yet.',
].join('|')

export function readConfig(env: Record<string, string | undefined>): Config {
  /** An empty variable counts as unset, as most tools that pass variables on cannot leave one out. */
  function read<T>(name: string, takes: string, parse: (value: string) => T | undefined): T | null {
    const value = env[name]?.trim()
    if (!value) return null
    const parsed = parse(value)
    if (parsed !== undefined) return parsed
    if (mayHoldSecrets.has(name)) throw new ConfigError(`${name} is refused: it takes ${takes}.`)
    throw new ConfigError(`${name} is "${withoutCredentials(value)}", but it takes ${takes}.`)
  }
  const publicUrl = read('PUBLIC_URL', 'an address without a path, such as https://puthi.example', parseOrigin)
  const documentViewerUrl = read(
    'DOCUMENT_VIEWER_URL',
    'an https address with {url} in place of the PDF, such as https://viewer.example/embed?url={url}',
    (value) => (hasProtocol(value, 'https:') && value.includes('{url}') ? value : undefined),
  )
  // Pages name the address of each PDF to it, and the Host header that a visitor sends is not to be believed for that.
  if (documentViewerUrl && !publicUrl)
    throw new ConfigError('DOCUMENT_VIEWER_URL needs PUBLIC_URL: the viewer reads the PDFs from there.')
  const onOff = (name: string) => read(name, 'on or off', (value) => ({ on: true, off: false })[value])

  return {
    port: read('PORT', 'a whole number from 0 to 65535', parsePort) ?? 3000,
    host: read('HOST', 'an address or name to listen on, such as 127.0.0.1 or 0.0.0.0', parseHost) ?? '127.0.0.1',
    publicUrl,
    dataDir: path.resolve(env.DATA_DIR?.trim() || 'data'),
    databaseUrl: read('DATABASE_URL', 'a PostgreSQL address, such as postgres://user:secret@host/name', (value) =>
      hasProtocol(value, 'postgres:', 'postgresql:') ? value : undefined,
    ),
    filesUrl: read('FILES_URL', 's3://bucket?endpoint=https://…&region=…', parseFilesUrl),
    awsKey: parseAwsKey(env.AWS_ACCESS_KEY_ID?.trim(), env.AWS_SECRET_ACCESS_KEY?.trim()),
    idKeys: readIdKeys(env.ID_KEY?.trim()),
    demo: onOff('DEMO'),
    trustProxy: onOff('TRUST_PROXY') ?? false,
    rateLimits: onOff('RATE_LIMITS') ?? true,
    shutdownDelaySeconds: read('SHUTDOWN_DELAY', 'a whole number of seconds from 0 to 60', parseDelay) ?? 0,
    keepAliveSeconds: read('KEEP_ALIVE_SECONDS', 'a whole number of seconds from 1 to 3600', parseKeepAlive) ?? 75,
    pageProtection:
      read('PAGE_PROTECTION', 'on, content or off', (value) => pageProtections.find((one) => one === value)) ?? 'on',
    documentViewerUrl,
    siteName: env.SITE_NAME?.trim() || 'Puthi',
    supportPhone: env.SUPPORT_PHONE?.trim() || defaultSupportPhone,
    supportEmail:
      read('SUPPORT_EMAIL', 'an e-mail address', (value) => (/^\S+@\S+$/.test(value) ? value : undefined)) ??
      defaultSupportEmail,
    socialLinks:
      read('SOCIAL_LINKS', 'names with addresses, such as Facebook=https://…,Instagram=https://…', parseSocialLinks) ??
      parseSocialLinks(defaultSocialLinks)!,
    founders:
      read('FOUNDERS', 'two people, such as Name; Role; A sentence | Name; Role; A sentence', parseFounders) ??
      parseFounders(defaultFounders)!,
    placeholders: contactVariables.filter((name) => !env[name]?.trim()),
    logLevel: read('LOG_LEVEL', logLevels.join(', '), (value) => logLevels.find((level) => level === value)) ?? 'info',
  }
}

/** What it got is not said: it may be the key but for a slip. */
function readIdKeys(value: string | undefined) {
  const keys = value ? parseIdKeys(value) : null
  if (keys === undefined) throw new ConfigError('ID_KEY takes 32 bytes in base64; older keys follow, after commas.')
  return keys
}

/** A key as an object says nothing where it is printed by mistake. */
export function parseIdKeys(text: string): Config['idKeys'] | undefined {
  const parts = text.split(',').map((part) => part.trim())
  if (!parts.every((part) => /^[A-Za-z0-9+/]{43}=$/.test(part))) return undefined
  const [first, ...older] = parts.map((part) => createSecretKey(part, 'base64'))
  return [first!, ...older]
}

/** Whether the server listens to this machine alone. A proxy on it may still publish the server. */
export function isLoopback(host: string) {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

function parsePort(value: string) {
  const port = Number(value)
  return /^\d{1,5}$/.test(value) && port <= 65_535 ? port : undefined
}

function parseDelay(value: string) {
  const seconds = Number(value)
  return /^\d{1,2}$/.test(value) && seconds <= 60 ? seconds : undefined
}

function parseKeepAlive(value: string) {
  const seconds = Number(value)
  return /^\d{1,4}$/.test(value) && seconds >= 1 && seconds <= 3_600 ? seconds : undefined
}

/** Keys have variables of their own: an endpoint with credentials could not be asked, and errors would repeat it. */
function parseFilesUrl(value: string) {
  const url = URL.parse(value)
  if (url?.protocol !== 's3:' || !url.hostname) return undefined
  const endpoint = url.searchParams.get('endpoint')
  if (endpoint === null) return value
  const { username, password } = URL.parse(endpoint) ?? {}
  return hasProtocol(endpoint, 'http:', 'https:') && !username && !password ? value : undefined
}

function parseHost(value: string) {
  return /^[A-Za-z0-9.:-]+$/.test(value) ? value : undefined
}

function parseOrigin(value: string) {
  const url = URL.parse(value)
  const isOrigin = url && hasProtocol(value, 'http:', 'https:') && `${url.origin}/` === url.href
  return isOrigin ? url.origin : undefined
}

function parseAwsKey(id: string | undefined, secret: string | undefined) {
  return id && secret ? { id, secret } : null
}

function hasProtocol(value: string, ...protocols: string[]) {
  return protocols.includes(URL.parse(value)?.protocol ?? '')
}

function parseSocialLinks(value: string): SocialLink[] | undefined {
  const links = value.split(',').map((part) => {
    const [name = '', url = ''] = part.split(/=(.*)/s).map((side) => side.trim())
    return { name, url }
  })
  return links.every(({ name, url }) => name && hasProtocol(url, 'https:', 'http:')) ? links : undefined
}

function parseFounders(value: string): Founder[] | undefined {
  const founders = value.split('|').map((part) => {
    const [name = '', role = '', words = ''] = part.split(';').map((side) => side.trim())
    return { name, role, words }
  })
  return founders.length === 2 && founders.every(({ name, role }) => name && role) ? founders : undefined
}
