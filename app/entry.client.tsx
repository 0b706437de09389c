import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

import { bookRequestFormModule } from './book-requests/book-request-form-module.ts'
import { ErrorSiteContext, errorSiteData } from './layout/error-site.ts'
import type { Site } from './layout/site.server.ts'
import { storeSideModule } from './layout/store-side-module.ts'
import { listingModule } from './market/listing-module.ts'
import { listenForBack } from './rendering/over-page.ts'
import { streamLoaderData, readPageData } from './rendering/page-data.ts'
import { heartsModule } from './saved/hearts-module.ts'

function hydrate() {
  const errorSite = readPageData(errorSiteData)
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <ErrorSiteContext value={errorSite ? (JSON.parse(errorSite) as Site) : null}>
          <HydratedRouter />
        </ErrorSiteContext>
      </StrictMode>,
    )
  })
}

/** Lazy modules, by a selector that matches on the pages which need them for hydration. */
const lazyModules = {
  'header.shop': storeSideModule,
  '[data-part=account]': heartsModule,
  '[data-part=listing]': listingModule,
  '[data-part=request]': bookRequestFormModule,
}
const needed = Object.entries(lazyModules).filter(([selector]) => document.querySelector(selector) !== null)

streamLoaderData()
listenForBack()
// If a module cannot be loaded, the page is not hydrated and works without JavaScript.
void Promise.all(needed.map(([, module]) => module.load())).then(hydrate)
