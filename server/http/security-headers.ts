import { randomBytes } from 'node:crypto'

import type { MiddlewareHandler } from 'hono'

import { hasSessionCookie } from '#app/accounts/session-cookie.server.ts'
import type { AppEnv } from '#server/app-options.ts'

interface Options {
  isDevelopment?: boolean
  publicUrl: string | null
  documentViewerUrl: string | null
  filesPublicUrl: string | null
}

/** Security headers of pages. `scripts`: the CSP sources of inline scripts, a nonce or hashes. */
export function headersOf({ isDevelopment = false, publicUrl, documentViewerUrl, filesPublicUrl }: Options) {
  // Vite's hot reload injects styles and uses a web socket.
  const development = isDevelopment ? { style: " 'unsafe-inline'", connect: ' ws:' } : { style: '', connect: '' }
  const viewer = documentViewerUrl ? ` ${new URL(documentViewerUrl).origin}` : ''
  const files = filesPublicUrl ? ` ${new URL(filesPublicUrl).origin}` : ''
  const policy = (scripts: string) =>
    [
      "default-src 'none'",
      `script-src 'self' ${scripts}`,
      `style-src 'self'${development.style}`,
      `img-src 'self' data: blob:${files}`, // data: CSS patterns, blob: previews of chosen pictures
      "font-src 'self'",
      `connect-src 'self'${development.connect}`,
      `frame-src 'self'${viewer}`,
      "worker-src 'self'", // pdf.js
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; ')

  return (scripts: string): Record<string, string> => ({
    'Content-Security-Policy': policy(scripts),
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    // With no-referrer a form without script has the origin "null", which React Router refuses.
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'private, no-cache',
    ...(publicUrl?.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  })
}

/**
 * Adds security headers, with a new nonce per response. Pages of signed-in people, the team's, and answers to forms are not cached,
 * not even by the browser.
 */
export function securityHeaders(options: Options): MiddlewareHandler<AppEnv> {
  const all = headersOf(options)
  return async (c, next) => {
    const nonce = randomBytes(16).toString('base64')
    c.set('nonce', nonce)
    await next()
    const { headers } = c.res
    const onlyReads = c.req.method === 'GET' || c.req.method === 'HEAD'
    const isPersonal = !onlyReads || hasSessionCookie(c.req.header('cookie')) || c.req.path.startsWith('/team')
    if (isPersonal && !headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
    // PDFs have a stricter policy of their own, and may be framed by our pages.
    const { 'X-Frame-Options': frame, ...rest } = all(`'nonce-${nonce}'`)
    if (!headers.has('Content-Security-Policy')) headers.set('X-Frame-Options', frame!)
    for (const [name, value] of Object.entries(rest)) if (!isOwn(name, headers)) headers.set(name, value)
  }
}

/** Headers that a response may set itself. */
const isOwn = (name: string, headers: Headers) =>
  (name === 'Content-Security-Policy' || name === 'Cache-Control') && headers.has(name)
