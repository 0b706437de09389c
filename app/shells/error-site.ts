import { createContext } from 'react'

import type { Site } from './site.server.ts'

/**
 * The site for an error page whose request loaded nothing: React Router runs no root loader where middleware or an action
 * threw. The server provides it for rendering, and in the page for hydration.
 */
export const ErrorSiteContext = createContext<Site | null>(null)

/** The id of the element that holds it as JSON, on the pages that need it. */
export const errorSiteId = 'error-site'
