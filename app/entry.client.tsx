import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

import { loadListing } from './shells/load-listing.ts'
import { loadStoreSide } from './shells/load-store-side.ts'

function comeAlive() {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  })
}

/** Parts that not every page has, by what shows that this one does. */
const parts = { 'header.shop': loadStoreSide, '[data-part=listing]': loadListing }
const needed = Object.entries(parts).filter(([mark]) => document.querySelector(mark) !== null)

// What cannot be loaded leaves the page as the server made it: it works without script, too.
void Promise.all(needed.map(([, load]) => load())).then(comeAlive)
