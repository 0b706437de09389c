import { randomBytes } from 'node:crypto'

import type { MiddlewareHandler } from 'hono'

import { hasSessionCookie } from '#app/accounts/session-cookie.server.ts'

import type { AppEnv } from './app.ts'

interface Options {
  isDevelopment?: boolean
  publicUrl: string | null
  documentViewerUrl: string | null
}

/** What a browser may do with our pages. `scripts` says which inline scripts run: by nonce, or by their hashes. */
export function headersOf({ isDevelopment = false, publicUrl, documentViewerUrl }: Options) {
  // Vite's hot reload puts styles into the page and talks over a web socket.
  const development = isDevelopment ? { style: " 'unsafe-inline'", connect: ' ws:' } : { style: '', connect: '' }
  const viewer = documentViewerUrl ? ` ${new URL(documentViewerUrl).origin}` : ''
  const policy = (scripts: string) =>
    [
      "default-src 'none'",
      `script-src 'self' ${scripts}`,
      `style-src 'self'${development.style}`,
      "img-src 'self' data: blob:", // data: the drawn patterns, blob: the preview of a chosen picture
      "font-src 'self'",
      `connect-src 'self'${development.connect}`,
      `frame-src 'self'${viewer}`,
      "worker-src 'self'", // reads the PDFs of the built-in viewer
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; ')

  return (scripts: string): Record<string, string> => ({
    'Content-Security-Policy': policy(scripts),
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    // With no-referrer a form sent without script has the origin "null", which React Router rightly refuses.
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'private, no-cache',
    ...(publicUrl?.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  })
}

/**
 * Each response has a nonce of its own: only scripts that carry it run inline. What may be one person's page, and every
 * answer to a form, is stored by no cache, not even the browser's.
 */
export function securityHeaders(options: Options): MiddlewareHandler<AppEnv> {
  const all = headersOf(options)
  return async (c, next) => {
    const nonce = randomBytes(16).toString('base64')
    c.set('nonce', nonce)
    await next()
    const { headers } = c.res
    const onlyReads = c.req.method === 'GET' || c.req.method === 'HEAD'
    const isPersonal = !onlyReads || hasSessionCookie(c.req.header('cookie'))
    if (isPersonal && !headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
    // A PDF has a stricter policy of its own, and may stand in a frame of ours.
    const { 'X-Frame-Options': frame, ...rest } = all(`'nonce-${nonce}'`)
    if (!headers.has('Content-Security-Policy')) headers.set('X-Frame-Options', frame!)
    for (const [name, value] of Object.entries(rest)) if (!isOwn(name, headers)) headers.set(name, value)
  }
}

/** What an answer may say for itself. */
const isOwn = (name: string, headers: Headers) =>
  (name === 'Content-Security-Policy' || name === 'Cache-Control') && headers.has(name)
