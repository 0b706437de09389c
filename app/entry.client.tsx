import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

import { ErrorSiteContext, errorSiteData } from './layout/error-site.ts'
import type { Site } from './layout/site.server.ts'
import { listenForBack } from './rendering/over-page.ts'
import { streamLoaderData, readPageData } from './rendering/page-data.ts'

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

streamLoaderData()
listenForBack()
hydrate()
