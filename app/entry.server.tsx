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
import { pageAnswer, read } from './platform/page-body.ts'
import { renderWithParts } from './platform/page-parts.ts'
import { waitForPerson, waiting } from './platform/start-later.ts'

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
  const data = serverHandoffStream ? (await read(serverHandoffStream)).toString() : ''
  const { page, fill } = renderWithParts(() =>
    renderToString(<ServerRouter context={context} url={request.url} nonce={nonce} />),
  )
  const isNow = request.method !== 'GET' || loadContext.get(viewerContext) !== null
  const whole = import.meta.env.DEV ? page : waitForPerson(page, { isNow })
  const end = whole.lastIndexOf('</body>')
  const pieces = ['<!DOCTYPE html>', ...fill(whole.slice(0, end)), ...handOver(data, nonce), whole.slice(end)]
  return pageAnswer(encode(pieces), { status, headers })
}

/** What was loaded for the page, for React Router in the browser. */
function handOver(data: string, nonce: string) {
  const text = JSON.stringify(data).replaceAll(/[<>&\u2028\u2029]/g, (sign) => escapes[sign]!)
  const type = import.meta.env.DEV ? '' : ` type="${waiting}"`
  return [
    `<script${nonce && ` nonce="${nonce}"`}${type}>{const{streamController:to}=window.__reactRouterContext;to.enqueue(`,
    text,
    ');to.close()}</script>',
  ]
}

/** What would end the script's element, or the line. */
const escapes: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/**
 * React Router answers with the error page; what was thrown, unless thrown on purpose, is kept for the log. That somebody
 * left before the answer is no error.
 */
export const handleError: HandleErrorFunction = (error, { context, request: { signal } }) => {
  const hasLeft = signal.aborted && error === signal.reason
  if (!hasLeft && !isRouteErrorResponse(error)) context.get(errorContext).push(error)
}
