import { createSecretKey, type KeyObject } from 'node:crypto'
import path from 'node:path'

export interface Config {
  port: number
  host: string
  /** The public origin, for cookies, redirects and the check of a form's origin. */
  publicUrl: string | null
  dataDir: string
  /** Null: the server runs its own PostgreSQL in the data folder. */
  databaseUrl: string | null
  /** Null: files are stored in the data folder. */
  filesUrl: string | null
  /** Credentials for `filesUrl`. */
  awsKey: { id: string; secret: string } | null
  /** Encryption keys of id numbers, newest first; null: a file in the data folder holds the key. */
  idKeys: [KeyObject, ...KeyObject[]] | null
  /** Null: only for a new embedded database, if no other machine can reach the server, proxies included. */
  demo: boolean | null
  trustProxy: boolean
  /** Off for tests and benchmarks. */
  rateLimits: boolean
  /** Idle timeout of keep-alive connections: longer than the load balancer's. */
  keepAliveSeconds: number
  /** Time between reporting "not ready" and refusing requests, for a load balancer to notice. */
  shutdownDelaySeconds: number
  pageProtection: PageProtection
  /** External PDF viewer for phones; `{url}` stands for the PDF's URL. */
  documentViewerUrl: string | null
  siteName: string
  supportPhone: string
  supportEmail: string
  socialLinks: SocialLink[]
  founders: Founder[]
  /** Names of the contact variables that are not set: pages show examples. */
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
/** `content`: protects what others published, but not fields and people's own pages. */
type PageProtection = (typeof pageProtections)[number]

/** Values may contain passwords, and a value that cannot be parsed cannot be redacted. */
const mayHoldSecrets = new Set(['DATABASE_URL', 'FILES_URL', 'DOCUMENT_VIEWER_URL'])

const withoutCredentials = (url: string) => url.replace(/\/\/.*@/s, '//…@')

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
type LogLevel = (typeof logLevels)[number]

/** Its message is one line for the operator: the variable, its value, and what it takes. */
class ConfigError extends Error {}

const contactVariables = ['SUPPORT_PHONE', 'SUPPORT_EMAIL', 'SOCIAL_LINKS', 'FOUNDERS']

// Fictional defaults. The phone number is one digit short of an Indian number, `.example` is no domain, and the names
// mean "without a name" and "so-and-so" in Assamese.
const defaultSupportPhone = '01234 56789 (example)'
const defaultSupportEmail = 'support@puthi.example'

const defaultSocialLinks =
  'Facebook=https://www.facebook.com/,Instagram=https://www.instagram.com/,YouTube=https://www.youtube.com/'

const defaultFounders = [
  'Anamika Das (example); Students and study notes; Reads what students write, and sees that notes and courses are worth their price.',
  'Amuk Bora (example); Book stores and requests; Calls the stores, and looks for the books that nobody has listed yet.',
].join('|')

export function readConfig(env: Record<string, string | undefined>): Config {
  /** An empty variable counts as unset: many tools cannot leave one out. */
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
  // Pages pass each PDF's URL to the viewer, and the visitor's Host header cannot be trusted for that.
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

/** The message leaves out the value, which may be the key with a typing error. */
function readIdKeys(value: string | undefined) {
  const keys = value ? parseIdKeys(value) : null
  if (keys === undefined) throw new ConfigError('ID_KEY takes 32 bytes in base64; older keys follow, after commas.')
  return keys
}

/** KeyObjects, because printing one by mistake reveals nothing. */
export function parseIdKeys(text: string): Config['idKeys'] | undefined {
  const parts = text.split(',').map((part) => part.trim())
  if (!parts.every((part) => /^[A-Za-z0-9+/]{43}=$/.test(part))) return undefined
  const [first, ...older] = parts.map((part) => createSecretKey(part, 'base64'))
  return [first!, ...older]
}

/** Whether only this machine can connect. A proxy on it may still publish the server. */
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

/** Refuses credentials in the endpoint: fetch rejects such URLs, and errors would repeat them. */
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
