import type { RouterContextProvider } from 'react-router'

import { configContext, dbContext } from '#app/platform/context.ts'

import { findStore } from './store-queries.server.ts'

/** What the page of a store's own profile shows; null if the store is gone. */
export async function findStoreProfile(context: Readonly<RouterContextProvider>, storeId: string, url: URL) {
  const store = await findStore(context.get(dbContext), storeId)
  if (!store) return null
  return {
    store: { ...store, hasMail: context.get(configContext).mailServer !== null },
    isEditing: url.searchParams.has('edit'),
    isSaved: url.searchParams.has('saved'),
  }
}
