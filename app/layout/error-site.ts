import { createContext } from 'react'

import type { Site } from './site.server.ts'

/**
 * The root loader's data for error pages: React Router does not run the root loader if middleware or an action throws. The
 * server provides it for rendering, and in the HTML for hydration.
 */
export const ErrorSiteContext = createContext<Site | null>(null)

/** The id of the element that contains it as JSON. */
export const errorSiteData = 'error-site'
