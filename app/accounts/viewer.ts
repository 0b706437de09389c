import { createContext } from 'react-router'

import type { Viewer } from './account-rules.ts'

/** Who asks, as the session says: nobody, a student or a store. */
export const viewerContext = createContext<Viewer | null>(null)

/** Whether the viewer has posts: who has none is not asked which of a list are their own. */
export const isSellerContext = createContext(false)
