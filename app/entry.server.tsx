import { text } from 'node:stream/consumers'

import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'

import { viewerContext } from './access/viewer.ts'
import { ErrorSiteContext, errorSiteData } from './layout/error-site.ts'
import { siteOf } from './layout/site.server.ts'
import { errorContext, nonceContext } from './platform/context.ts'
import { createFragmentCache } from './rendering/fragment-cache.server.tsx'
import { loadAllParts } from './rendering/lazy-part.tsx'
import { loaderDataName } from './rendering/page-data.ts'
import { pageResponse } from './rendering/page-response.server.ts'
import { finishPage } from './rendering/react-router-page.server.ts'

const renderPage = createFragmentCache()

/**
 * Sends complete pages: a failure while rendering becomes an error page, never half a page. All data is loaded before,
 * and rendering is synchronous: React's streams would take half as long again.
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
  const loaded = serverHandoffStream ? await text(serverHandoffStream) : ''
  const site = siteOf(loadContext)
  const isSiteLoaded = context.staticHandlerContext.loaderData.root !== undefined
  const isTeams = 'team/team-layout' in context.staticHandlerContext.loaderData
  await loadAllParts()
  const { html, fill } = renderPage(
    <ErrorSiteContext value={site}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </ErrorSiteContext>,
  )
  const page = finishPage(html, {
    data: { [loaderDataName]: loaded, ...(!isSiteLoaded && { [errorSiteData]: JSON.stringify(site) }) },
    isDeferred: import.meta.env.PROD,
    startsAtOnce: isTeams || request.method !== 'GET' || loadContext.get(viewerContext) !== null,
    isTeams: isTeams && import.meta.env.PROD,
  })
  return pageResponse(fill(page), { status, headers })
}

/**
 * React Router answers with the error page; errors that were not thrown as responses are kept for the log. A request that
 * the client aborted is no error.
 */
export const handleError: HandleErrorFunction = (error, { context, request: { signal } }) => {
  const isAborted = signal.aborted && error === signal.reason
  if (!isAborted && !isRouteErrorResponse(error)) context.get(errorContext).push(error)
}
