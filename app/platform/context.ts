import { createContext } from 'react-router'

import type { Config } from './config.server.ts'
import type { Db } from './db.server.ts'

export const dbContext = createContext<Db>()
/** The same database, over the pool for searches. */
export const searchDbContext = createContext<Db>()
export const configContext = createContext<Config>()
/** CSP nonce of this response's script tags. Empty: scripts are allowed by their hashes. */
export const nonceContext = createContext<string>('')
/** Client address, for rate limits only; never logged. */
export const addressContext = createContext<string>('')
/** Errors thrown while answering this request, for the log. */
export const errorContext = createContext<unknown[]>()
/** What the page shows: see rendering/changes-with.ts. */
export const pageTopicsContext = createContext<string[]>()
/** Value of Retry-After for a 429, in seconds. */
export const retryAfterContext = createContext<number | null>(null)
/** The database is down: nothing may query it, and the page is a 503. */
export const isDatabaseDownContext = createContext(false)
