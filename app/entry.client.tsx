import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

import { loadedId } from './platform/loaded.ts'
import { ErrorSiteContext, errorSiteId } from './shells/error-site.ts'
import { dealingPart } from './shells/load-dealing.ts'
import { listingPart } from './shells/load-listing.ts'
import { requestPart } from './shells/load-request.ts'
import { storeSide } from './shells/load-store-side.ts'
import type { Site } from './shells/site.server.ts'

declare global {
  interface Window {
    /** React Router's: it takes what was loaded for the page from a stream. */
    __reactRouterContext: { streamController: ReadableStreamDefaultController<string> }
  }
}

function takeLoaded() {
  const { streamController } = window.__reactRouterContext // oxlint-disable-line no-underscore-dangle -- React Router's
  streamController.enqueue(document.getElementById(loadedId)!.textContent)
  streamController.close()
}

function comeAlive() {
  const errorSite = document.getElementById(errorSiteId)?.textContent
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

/** Parts that not every page has, by what shows that this one does. */
const parts = {
  'header.shop': storeSide,
  '[data-part=listing]': listingPart,
  '[data-part=dealing]': dealingPart,
  '[data-part=request]': requestPart,
}
const needed = Object.entries(parts).filter(([mark]) => document.querySelector(mark) !== null)

takeLoaded()
// What cannot be loaded leaves the page as the server made it: it works without script, too.
void Promise.all(needed.map(([, part]) => part.load())).then(comeAlive)
