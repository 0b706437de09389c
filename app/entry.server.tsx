import { renderToString } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'

import { viewerContext } from './accounts/viewer.ts'
import { errorContext, nonceContext } from './platform/context.ts'
import { encode } from './platform/markup.ts'
import { loadedId } from './platform/loaded.ts'
import { pageAnswer, read } from './platform/page-body.ts'
import { renderWithParts } from './platform/page-parts.ts'
import { startOfScripts, waitForPerson } from './platform/start-later.ts'
import { ErrorSiteContext, errorSiteId } from './shells/error-site.ts'
import { siteOf } from './shells/site.server.ts'

/**
 * Every page is sent whole: a failure half-way becomes an error page, never half a page. So all that it shows is there
 * before it is rendered, and it is rendered in one go: React's streams would take half as long again.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...context }: EntryContext,
  loadContext: RouterContextProvider,
) {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })

  const nonce = loadContext.get(nonceContext)
  const data = serverHandoffStream ? await read(serverHandoffStream) : noData
  const site = siteOf(loadContext)
  const isSiteLoaded = context.staticHandlerContext.loaderData.root !== undefined
  const { page, fill } = renderWithParts(() =>
    renderToString(
      <ErrorSiteContext value={site}>
        <ServerRouter context={context} url={request.url} nonce={nonce} />
      </ErrorSiteContext>,
    ),
  )
  const isNow = request.method !== 'GET' || loadContext.get(viewerContext) !== null
  const whole = import.meta.env.DEV ? page : waitForPerson(page, { isNow })
  const end = startOfScripts(whole)
  const pieces = ['<!DOCTYPE html>', ...fill(whole.slice(0, end)), ...handOver(loadedId, data)]
  if (!isSiteLoaded) pieces.push(...handOver(errorSiteId, Buffer.from(JSON.stringify(site))))
  pieces.push(whole.slice(end))
  return pageAnswer(encode(pieces), { status, headers })
}

const noData = Buffer.alloc(0)

/** Data for entry.client.tsx: JSON, which no browser runs, and in which nothing ends the element. */
const handOver = (id: string, data: Buffer) => [
  `<script type="application/json" id="${id}">`,
  data.includes('<') ? data.toString().replaceAll('<', '\\u003c') : data,
  '</script>',
]

/**
 * React Router answers with the error page; what was thrown, unless thrown on purpose, is kept for the log. That somebody
 * left before the answer is no error.
 */
export const handleError: HandleErrorFunction = (error, { context, request: { signal } }) => {
  const hasLeft = signal.aborted && error === signal.reason
  if (!hasLeft && !isRouteErrorResponse(error)) context.get(errorContext).push(error)
}
