import type { RouterContextProvider } from 'react-router'

import { viewerContext } from '#app/accounts/viewer.ts'
import { configContext } from '#app/platform/context.ts'

/** Data of every page: the signed-in account, the site's name and contacts, its page protection and its public origin. */
export function siteOf(context: Readonly<RouterContextProvider>) {
  const { siteName, supportPhone, supportEmail, socialLinks, pageProtection, publicUrl } = context.get(configContext)
  const contacts = { siteName, supportPhone, supportEmail, socialLinks }
  return { viewer: context.get(viewerContext), contacts, protection: pageProtection, publicUrl }
}

export type Site = ReturnType<typeof siteOf>
