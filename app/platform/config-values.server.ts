import { createSecretKey, type KeyObject } from 'node:crypto'

// Each reads the text of a variable; undefined: it is not what the variable takes.

export interface SocialLink {
  name: string
  url: string
}

export interface Founder {
  name: string
  role: string
  words: string
}

/** Whom people complain to, by the Consumer Protection (E-Commerce) Rules, 2020. */
export interface GrievanceOfficer {
  name: string
  address: string
  email: string
  phone: string
  hours: string
}

/** KeyObjects, because printing one by mistake reveals nothing. */
export function parseIdKeys(text: string): [KeyObject, ...KeyObject[]] | undefined {
  const parts = text.split(',').map((part) => part.trim())
  if (!parts.every((part) => /^[A-Za-z0-9+/]{43}=$/.test(part))) return undefined
  const [first, ...older] = parts.map((part) => createSecretKey(part, 'base64'))
  return [first!, ...older]
}

export const whole = (min: number, max: number) => (value: string) => {
  const number = Number(value)
  return /^\d{1,9}$/.test(value) && number >= min && number <= max ? number : undefined
}

export function parsePreviewPages(value: string) {
  if (value === 'all') return value
  const pages = Number(value)
  return /^\d{1,2}$/.test(value) && pages >= 1 && pages <= 50 ? pages : undefined
}

/** Refuses credentials in the endpoint: fetch rejects such URLs, and errors would repeat them. */
export function parseFilesUrl(value: string) {
  const url = URL.parse(value)
  if (url?.protocol !== 's3:' || !url.hostname) return undefined
  const endpoint = url.searchParams.get('endpoint')
  if (endpoint === null) return value
  const { username, password } = URL.parse(endpoint) ?? {}
  return hasProtocol(endpoint, 'http:', 'https:') && !username && !password ? value : undefined
}

/** Without the last slash. */
export function parsePlace(value: string) {
  const url = URL.parse(value)
  const isPlace = url && hasProtocol(value, 'http:', 'https:') && !url.username && !url.search && !url.hash
  return isPlace ? url.href.replace(/\/$/, '') : undefined
}

export function parseSmtpUrl(value: string) {
  const url = URL.parse(value)
  if (!url?.hostname || !hasProtocol(value, 'smtp:', 'smtps:')) return undefined
  const isSecure = url.protocol === 'smtps:'
  const [user, pass] = [decoded(url.username), decoded(url.password)]
  if (user === undefined || pass === undefined) return undefined
  const port = url.port ? Number(url.port) : isSecure ? 465 : 587
  return { host: url.hostname.replaceAll(/[[\]]/g, ''), port, isSecure, auth: user ? { user, pass } : null }
}

/** Undefined if it is not encoded as in an address. */
function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

export const parseAddress = (value: string) => (/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(value) ? value : undefined)

export function parseHosts(value: string) {
  const hosts = value.split(',').map((host) => host.trim().toLowerCase())
  return hosts.every((host) => /^[a-z0-9.:-]+$/.test(host)) ? hosts : undefined
}

export function parseHost(value: string) {
  return /^[A-Za-z0-9.:-]+$/.test(value) ? value : undefined
}

export function parseOrigin(value: string) {
  const url = URL.parse(value)
  const isOrigin = url && hasProtocol(value, 'http:', 'https:') && `${url.origin}/` === url.href
  return isOrigin ? url.origin : undefined
}

export function parseAwsKey(id: string | undefined, secret: string | undefined) {
  return id && secret ? { id, secret } : null
}

export function hasProtocol(value: string, ...protocols: string[]) {
  return protocols.includes(URL.parse(value)?.protocol ?? '')
}

export function parseSocialLinks(value: string): SocialLink[] | undefined {
  const links = value.split(',').map((part) => {
    const [name = '', url = ''] = part.split(/=(.*)/s).map((side) => side.trim())
    return { name, url }
  })
  return links.every(({ name, url }) => name && hasProtocol(url, 'https:', 'http:')) ? links : undefined
}

export function parseFounders(value: string): Founder[] | undefined {
  const founders = value.split('|').map((part) => {
    const [name = '', role = '', words = ''] = part.split(';').map((side) => side.trim())
    return { name, role, words }
  })
  return founders.length === 2 && founders.every(({ name, role }) => name && role) ? founders : undefined
}

export function parseGrievanceOfficer(value: string): GrievanceOfficer | undefined {
  const parts = value.split(';').map((part) => part.trim())
  const [name = '', address = '', email = '', phone = '', hours = ''] = parts
  const isComplete = parts.length === 5 && parts.every((part) => part !== '')
  return isComplete && parseAddress(email) && /\d/.test(phone) ? { name, address, email, phone, hours } : undefined
}
