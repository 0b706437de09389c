import type { Handler } from 'hono'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import * as build from 'virtual:react-router/server-build'

import { idKeysContext } from '#app/accounts/id-keys-context.ts'
import {
  addressContext,
  configContext,
  dbContext,
  errorContext,
  isAwayContext,
  nonceContext,
  retryAfterContext,
  searchDbContext,
} from '#app/platform/context.ts'
import { isDatabaseDown } from '#app/platform/db.server.ts'
import { firstPageContext } from '#app/posts/first-pages-context.ts'
import type { keepFirstPages } from '#app/posts/first-pages.server.ts'
import { isStorageDown } from '#app/files/storage-down.server.ts'
import { storageContext } from '#app/files/storage-context.ts'

import type { AppEnv, AppOptions } from './app.ts'
import { addressOf } from './client-address.ts'
import { addressesOf } from './page-addresses.ts'

export interface PagesOptions extends AppOptions {
  /** Of what visitors see. */
  countChanges: () => Promise<number>
  findFirstPage: ReturnType<typeof keepFirstPages>
}

const retryAfterSeconds = '2'

type Handle = ReturnType<typeof createRequestHandler>

const handlerOf = (of: ServerBuild) => createRequestHandler(of, import.meta.env.MODE)
const handleAny = handlerOf(build as ServerBuild)
const handlers = import.meta.env.PROD ? handlersByPath(build as ServerBuild) : new Map<string, Handle>()

const handle: Handle = (request, context) =>
  (handlers.get(new URL(request.url).pathname) ?? handleAny)(request, context)

/**
 * For addresses that one route has alone. React Router looks through all routes for each request, and sets all of them up
 * for each page: with these it has two, the root and the page's own.
 */
function handlersByPath({ routes, assets, ...rest }: ServerBuild) {
  const byPath = new Map<string, Handle>()
  for (const route of Object.values(routes)) {
    if (route?.parentId !== 'root' || /[:*?]/.test(route.path ?? '')) continue
    const { id, path = '' } = route
    const only = <T>(all: Record<string, T>) => ({ root: all.root!, [id]: all[id]! })
    const handler = handlerOf({ ...rest, routes: only(routes), assets: { ...assets, routes: only(assets.routes) } })
    for (const address of addressesOf(`/${path}`)) byPath.set(address, handler)
  }
  return byPath
}

/** Hands the request to React Router; where the database or the file storage is away, its page says when to come back. */
export function pages(options: PagesOptions): Handler<AppEnv> {
  const { config, log, isDatabaseUp } = options
  return async (c) => {
    const request = atPublicUrl(c.req.raw, config.publicUrl)
    const errors: unknown[] = []
    const answer = async (to: Request, isAway: boolean) => {
      const context = contextOf(options, errors)
      context.set(firstPageContext, (which) => options.findFirstPage(which, options.countChanges))
      context.set(nonceContext, c.get('nonce'))
      context.set(addressContext, addressOf(c, config))
      context.set(isAwayContext, isAway)
      const response = await handle(to, context)
      const wait = context.get(retryAfterContext)
      if (wait !== null) response.headers.set('Retry-After', String(wait))
      return response
    }
    const answerAway = async () => {
      const response = await answer(new Request(request.url, { headers: request.headers }), true)
      response.headers.set('Retry-After', retryAfterSeconds)
      response.headers.set('Cache-Control', 'no-store')
      return response
    }

    if (!isDatabaseUp()) return answerAway()
    const response = await answer(request, false)
    for (const err of errors) log.error({ id: c.get('requestId'), err }, 'failed')
    return errors.some((error) => isDatabaseDown(error) || isStorageDown(error)) ? answerAway() : response
  }
}

/** Renders a page as for a visitor of whom nothing is known: it depends on its address and on what was posted as of then. */
export function renderForVisitor(options: PagesOptions) {
  return async (url: string, { asOf, nonce }: { asOf: number; nonce: string }) => {
    const errors: unknown[] = []
    const context = contextOf(options, errors)
    context.set(firstPageContext, (which) => options.findFirstPage(which, () => asOf))
    context.set(nonceContext, nonce)
    const response = await handle(atPublicUrl(new Request(url), options.config.publicUrl), context)
    return errors.length === 0 ? response : Response.error() // whoever asks next is answered, and logged, as usual
  }
}

function contextOf({ db, searchDb, config, storage, idKeys }: AppOptions, errors: unknown[]) {
  const context = new RouterContextProvider()
  context.set(dbContext, db)
  context.set(searchDbContext, searchDb)
  context.set(configContext, config)
  context.set(storageContext, storage)
  context.set(idKeysContext, idKeys)
  context.set(errorContext, errors)
  return context
}

/** Behind a proxy the address that people typed is not the one this server hears. */
function atPublicUrl(request: Request, publicUrl: string | null) {
  if (!publicUrl) return request
  const url = new URL(request.url)
  return url.origin === publicUrl ? request : new Request(publicUrl + url.pathname + url.search, request)
}
