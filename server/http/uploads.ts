import type { Context, Handler } from 'hono'

import { readSessionToken } from '#app/accounts/session-cookie.server.ts'
import { findSession } from '#app/accounts/sessions.server.ts'
import { pictureUploadPath, visitorsFolder } from '#app/files/file-rules.ts'
import type { Storage } from '#app/files/storage/storage.server.ts'
import { type Quota, uploadQuota } from '#app/files/upload-quota.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { AppEnv, AppOptions } from '#server/app-options.ts'

import { addressOf } from './client-address.ts'

type Upload = (request: Request, db: Db, storage: Storage, quota: Quota) => Promise<Response>

/** Uploads of single files. Visitors may upload only a picture for a sign-up; others have a daily quota. */
export function uploads({ db, config, storage }: AppOptions, upload: Upload): Handler<AppEnv> {
  return async (c) => {
    const token = readSessionToken(c.req.raw, config)
    const person = token ? ((await findSession(db, token))?.viewer.id ?? null) : null
    if (person === null && !isForSignUp(c)) return c.json({ problem: 'not signed in' }, 401)
    const sender = config.rateLimits ? { person, address: addressOf(c, config) } : null
    return upload(c.req.raw, db, storage, uploadQuota(db, sender))
  }
}

const isForSignUp = (c: Context<AppEnv>) => c.req.path === pictureUploadPath && c.req.query('folder') === visitorsFolder
