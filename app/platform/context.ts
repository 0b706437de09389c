import { createContext } from 'react-router'

import type { Config } from './config.server.ts'
import type { Db } from './db.server.ts'

export const dbContext = createContext<Db>()
/** The same database, by the connections that searches have. */
export const searchDbContext = createContext<Db>()
export const configContext = createContext<Config>()
/** Stands in every script tag of this response and in its policy, and in no other. Empty: its scripts go by their hashes. */
export const nonceContext = createContext<string>('')
/** Where the request comes from, as far as the proxy is to be believed; for limits only, never logged. */
export const addressContext = createContext<string>('')
/** What was thrown while this request was answered, for the log. */
export const errorContext = createContext<unknown[]>()
/** How many seconds to wait, for the answer to what was done too often. */
export const retryAfterContext = createContext<number | null>(null)
/** The database is away: nothing may ask it, and the page says when to come back. */
export const isAwayContext = createContext(false)
