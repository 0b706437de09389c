import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

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

const isStorePage = document.querySelector('header.shop') !== null
// What is not loaded leaves the page as the server made it: it works without script, too.
if (isStorePage) void loadStoreSide().then(comeAlive)
else comeAlive()
