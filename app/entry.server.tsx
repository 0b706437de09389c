import { Writable } from 'node:stream'

import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'

import { viewerContext } from './accounts/viewer.ts'
import { errorContext, nonceContext } from './platform/context.ts'
import { waitForPerson } from './platform/start-later.ts'

const renderTimeoutMs = 5_000

/** Every page is sent whole: a failure half-way becomes an error page, never half a page. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
) {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })

  const nonce = loadContext.get(nonceContext)
  const isNow = request.method !== 'GET' || loadContext.get(viewerContext) !== null
  const page = (html: string) => (import.meta.env.DEV ? html : waitForPerson(html, { isNow }))
  return new Promise<Response>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        onAllReady() {
          clearTimeout(timer)
          const chunks: Buffer[] = []
          pipe(
            new Writable({
              write: (chunk: Buffer, _encoding, done) => (chunks.push(chunk), done()),
              final: (done) => (
                resolve(new Response(page(Buffer.concat(chunks).toString()), { headers, status })),
                done()
              ),
            }),
          )
        },
        onShellError: reject,
        onError: reject,
      },
    )
    const timer = setTimeout(
      () => abort(new Error(`Rendering took longer than ${renderTimeoutMs} ms`)),
      renderTimeoutMs,
    )
  })
}

/** React Router answers with the error page; what was thrown, unless thrown on purpose, is kept for the log. */
export const handleError: HandleErrorFunction = (error, { context }) => {
  if (!isRouteErrorResponse(error)) context.get(errorContext).push(error)
}
