import type { KeyObject } from 'node:crypto'
import path from 'node:path'

import {
  type Founder,
  type GrievanceOfficer,
  hasProtocol,
  parseAddress,
  parseAwsKey,
  parseFilesUrl,
  parseFounders,
  parseGrievanceOfficer,
  parseHost,
  parseHosts,
  parseIdKeys,
  parseOrigin,
  parsePlace,
  parsePreviewPages,
  parseSmtpUrl,
  parseSocialLinks,
  type SocialLink,
  whole,
} from './config-values.server.ts'

export interface Config {
  port: number
  host: string
  /** The public origin, for cookies, redirects and the check of a form's origin. */
  publicUrl: string | null
  dataDir: string
  /** Null: the server runs its own PostgreSQL in the data folder. */
  databaseUrl: string | null
  /** A replica, for pages of visitors; null: there is none. */
  databaseReadUrl: string | null
  /** Of this process, at most. */
  databaseConnections: number
  /** Whether a start builds what has changed since the last build. */
  builds: boolean
  /** Whether a start brings the database up to date; otherwise it waits for `npm run migrate`. */
  migrates: boolean
  /** Null: files are stored in the data folder. */
  filesUrl: string | null
  /** Where browsers reach the bucket of `filesUrl`; null: they get all files from this server. */
  filesPublicUrl: string | null
  /** Credentials for `filesUrl`. */
  awsKey: { id: string; secret: string } | null
  /** Encryption keys of id numbers, newest first; null: a file in the data folder holds the key. */
  idKeys: [KeyObject, ...KeyObject[]] | null
  /** Null: only for a new embedded database, if no other machine can reach the server, proxies included. */
  demo: boolean | null
  trustProxy: boolean
  /** Off for tests and benchmarks. */
  rateLimits: boolean
  /** How long a success notice stays open; null: as long as specified. For tests, which may come late to see it. */
  successNoticeMs: number | null
  /** Idle timeout of keep-alive connections: longer than the load balancer's. */
  keepAliveSeconds: number
  /** Time between reporting "not ready" and refusing requests, for a load balancer to notice. */
  shutdownDelaySeconds: number
  pageProtection: PageProtection
  /** External PDF viewer for phones; `{url}` stands for the PDF's URL. */
  documentViewerUrl: string | null
  /** Whether the team looks at the posts of new sellers before others see them. */
  holdFirstPosts: boolean
  /** How many pages of a PDF everyone may see. */
  previewPages: number | 'all'
  /** Null: mails are kept in the database, and not sent. */
  mailServer: MailServer | null
  /** Push services besides those of the known browsers, by host. */
  pushHosts: string[]
  siteName: string
  supportPhone: string
  supportEmail: string
  socialLinks: SocialLink[]
  founders: Founder[]
  grievanceOfficer: GrievanceOfficer
  /** Whether students are asked for their year of birth when they sign up. */
  askAge: boolean
  /** Names of the contact variables that are not set: pages show examples. */
  placeholders: string[]
  logLevel: LogLevel
  /** Where Prometheus reads; null: nowhere. */
  metrics: { port: number; host: string } | null
}

export interface MailServer {
  host: string
  port: number
  /** TLS from the first byte; otherwise from STARTTLS, if the server offers it. */
  isSecure: boolean
  auth: { user: string; pass: string } | null
  /** The sender of all mails. */
  from: { name: string; address: string }
}

const pageProtections = ['on', 'content', 'off'] as const
/** `content`: protects what others published, but not fields and people's own pages. */
type PageProtection = (typeof pageProtections)[number]

/** Values may contain passwords, and a value that cannot be parsed cannot be redacted. */
const mayHoldSecrets = new Set(['DATABASE_URL', 'DATABASE_READ_URL', 'FILES_URL', 'DOCUMENT_VIEWER_URL', 'SMTP_URL'])

const withoutCredentials = (url: string) => url.replace(/\/\/.*@/s, '//…@')

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
type LogLevel = (typeof logLevels)[number]

/** Its message is one line for the operator: the variable, its value, and what it takes. */
class ConfigError extends Error {}

const contactVariables = ['SUPPORT_PHONE', 'SUPPORT_EMAIL', 'SOCIAL_LINKS', 'FOUNDERS', 'GRIEVANCE_OFFICER']

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

const defaultGrievanceOfficer = [
  'Phalana Deka (example)',
  '1 Example Road, Guwahati',
  'grievances@puthi.example',
  '01234 56789 (example)',
  'Monday to Friday, 10 am to 5 pm',
].join(';')

/** As long as HAProxy takes to notice by its own defaults: it asks every 2 s, and believes the third answer. */
const shutdownDelayInPublic = 7

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
  const siteName = env.SITE_NAME?.trim() || 'Puthi'
  const smtp = read('SMTP_URL', 'a mail server, such as smtps://user:secret@host:465', parseSmtpUrl)
  const mailFrom = read('MAIL_FROM', 'an e-mail address, such as hello@puthi.example', parseAddress)
  if (smtp && !mailFrom) throw new ConfigError('SMTP_URL needs MAIL_FROM: the address that mails come from.')
  if (smtp && !publicUrl) throw new ConfigError('SMTP_URL needs PUBLIC_URL: the links in mails lead there.')
  const readDatabaseUrl = (name: string) => {
    if (/^postgres(ql)?:\/\/([^/@]*@)?[^/@]*,/.test(env[name]?.trim() ?? ''))
      throw new ConfigError(
        `${name} has several hosts, but takes one: name HAProxy, which finds the one that takes writes (deploy/haproxy.cfg).`,
      )
    return read(name, 'a PostgreSQL address, such as postgres://user:secret@host/name', (value) =>
      hasProtocol(value, 'postgres:', 'postgresql:') ? value : undefined,
    )
  }
  const [databaseUrl, databaseReadUrl] = [readDatabaseUrl('DATABASE_URL'), readDatabaseUrl('DATABASE_READ_URL')]
  if (databaseReadUrl && !databaseUrl) throw new ConfigError('DATABASE_READ_URL needs DATABASE_URL, which it follows.')
  const filesUrl = read('FILES_URL', 's3://bucket?endpoint=https://…&region=…', parseFilesUrl)
  const filesPublicUrl = read('FILES_PUBLIC_URL', 'an address such as https://files.puthi.example/bucket', parsePlace)
  if (filesPublicUrl && !filesUrl)
    throw new ConfigError('FILES_PUBLIC_URL needs FILES_URL: it is where browsers reach that bucket.')
  const metricsPort = read('METRICS_PORT', 'a whole number from 0 to 65535', whole(0, 65_535))
  const metricsHost = read('METRICS_HOST', 'an address or name to listen on, such as 127.0.0.1', parseHost)
  const onOff = (name: string) => read(name, 'on or off', (value) => ({ on: true, off: false })[value])

  return {
    port: read('PORT', 'a whole number from 0 to 65535', whole(0, 65_535)) ?? 3000,
    host: read('HOST', 'an address or name to listen on, such as 127.0.0.1 or 0.0.0.0', parseHost) ?? '127.0.0.1',
    publicUrl,
    dataDir: path.resolve(env.DATA_DIR?.trim() || 'data'),
    databaseUrl,
    databaseReadUrl,
    builds: onOff('BUILD') ?? true,
    migrates: onOff('MIGRATE') ?? true,
    databaseConnections: read('DATABASE_CONNECTIONS', 'a whole number from 3 to 200', whole(3, 200)) ?? 14,
    filesUrl,
    filesPublicUrl,
    awsKey: parseAwsKey(env.AWS_ACCESS_KEY_ID?.trim(), env.AWS_SECRET_ACCESS_KEY?.trim()),
    idKeys: readIdKeys(env.ID_KEY?.trim()),
    demo: onOff('DEMO'),
    trustProxy: onOff('TRUST_PROXY') ?? false,
    rateLimits: onOff('RATE_LIMITS') ?? true,
    successNoticeMs: read('SUCCESS_NOTICE_MS', 'a whole number from 1500 to 3600000', whole(1_500, 3_600_000)),
    shutdownDelaySeconds:
      read('SHUTDOWN_DELAY', 'a whole number of seconds from 0 to 60', whole(0, 60)) ??
      (publicUrl ? shutdownDelayInPublic : 0),
    keepAliveSeconds: read('KEEP_ALIVE_SECONDS', 'a whole number of seconds from 1 to 3600', whole(1, 3_600)) ?? 75,
    pageProtection:
      read('PAGE_PROTECTION', 'on, content or off', (value) => pageProtections.find((one) => one === value)) ?? 'on',
    documentViewerUrl,
    holdFirstPosts: onOff('HOLD_FIRST_POSTS') ?? false,
    previewPages: read('PREVIEW_PAGES', 'a whole number from 1 to 50, or all', parsePreviewPages) ?? 3,
    mailServer: smtp && mailFrom ? { ...smtp, from: { name: siteName, address: mailFrom } } : null,
    pushHosts: read('PUSH_HOSTS', 'host names, such as push.example', parseHosts) ?? [],
    siteName,
    supportPhone: env.SUPPORT_PHONE?.trim() || defaultSupportPhone,
    supportEmail: read('SUPPORT_EMAIL', 'an e-mail address', parseAddress) ?? defaultSupportEmail,
    socialLinks:
      read('SOCIAL_LINKS', 'names with addresses, such as Facebook=https://…,Instagram=https://…', parseSocialLinks) ??
      parseSocialLinks(defaultSocialLinks)!,
    founders:
      read('FOUNDERS', 'two people, such as Name; Role; A sentence | Name; Role; A sentence', parseFounders) ??
      parseFounders(defaultFounders)!,
    grievanceOfficer:
      read(
        'GRIEVANCE_OFFICER',
        'one person, such as Name; Address; name@puthi.example; 98640 00000; Monday to Friday, 10 am to 5 pm',
        parseGrievanceOfficer,
      ) ?? parseGrievanceOfficer(defaultGrievanceOfficer)!,
    askAge: onOff('ASK_AGE') ?? false,
    metrics: metricsPort === null ? null : { port: metricsPort, host: metricsHost ?? '127.0.0.1' },
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

/** Whether only this machine can connect. A proxy on it may still publish the server. */
export function isLoopback(host: string) {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}
