import type { RouterContextProvider } from 'react-router'

import { viewerContext } from '#app/access/viewer.ts'
import { nothingWaits } from '#app/access/waiting.ts'
import { findWaiting } from '#app/accounts/waiting-queries.server.ts'
import { configContext, dbContext } from '#app/platform/context.ts'

import { ownPagesOf } from './own-pages.server.ts'

/**
 * Data of every page: the signed-in account, the site's name and contacts, its page protection, its public origin, and
 * how long notices stay. Error pages do without the counts in the navigation: the database may be what failed.
 */
export function siteOf(context: Readonly<RouterContextProvider>) {
  const {
    siteName,
    supportPhone,
    supportEmail,
    socialLinks,
    pageProtection,
    publicUrl,
    filesPublicUrl,
    successNoticeMs,
  } = context.get(configContext)
  const contacts = { siteName, supportPhone, supportEmail, socialLinks }
  const viewer = context.get(viewerContext)
  /** PAGE_PROTECTION=content leaves them alone. */
  const unprotectedPages = pageProtection === 'content' ? ownPagesOf(viewer?.kind ?? 'visitor') : []
  return {
    viewer,
    waiting: nothingWaits,
    contacts,
    protection: pageProtection,
    unprotectedPages,
    publicUrl,
    filesPublicUrl,
    successNoticeMs,
  }
}

/** As above, with what waits for the signed-in account. */
export async function siteWithCounts(context: Readonly<RouterContextProvider>) {
  const site = siteOf(context)
  return site.viewer ? { ...site, waiting: await findWaiting(context.get(dbContext), site.viewer) } : site
}

export type Site = ReturnType<typeof siteOf>
