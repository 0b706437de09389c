import { randomBytes } from 'node:crypto'

import type { MiddlewareHandler } from 'hono'

import type { AppEnv } from './app.ts'

interface Options {
  isDevelopment: boolean
  publicUrl: string | null
  documentViewerUrl: string | null
}

/** What a browser may do with our pages. Each response has a nonce of its own: only scripts that carry it run inline. */
export function securityHeaders({ isDevelopment, publicUrl, documentViewerUrl }: Options): MiddlewareHandler<AppEnv> {
  // Vite's hot reload puts styles into the page and talks over a web socket.
  const development = isDevelopment ? { style: " 'unsafe-inline'", connect: ' ws:' } : { style: '', connect: '' }
  const viewer = documentViewerUrl ? ` ${new URL(documentViewerUrl).origin}` : ''
  const policy = (nonce: string) =>
    [
      "default-src 'none'",
      `script-src 'self' 'nonce-${nonce}'`,
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

  return async (c, next) => {
    const nonce = randomBytes(16).toString('base64')
    c.set('nonce', nonce)
    await next()
    const { headers } = c.res
    // A PDF has a stricter one of its own, and may stand in a frame of ours.
    if (!headers.has('Content-Security-Policy')) {
      headers.set('Content-Security-Policy', policy(nonce))
      headers.set('X-Frame-Options', 'DENY')
    }
    headers.set('X-Content-Type-Options', 'nosniff')
    // With no-referrer a form sent without script has the origin "null", which React Router rightly refuses.
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
    headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()')
    headers.set('Cross-Origin-Opener-Policy', 'same-origin')
    headers.set('Cross-Origin-Resource-Policy', 'same-origin')
    if (publicUrl?.startsWith('https:')) headers.set('Strict-Transport-Security', 'max-age=31536000')
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-cache')
  }
}
