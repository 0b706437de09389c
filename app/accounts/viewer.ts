import { createContext } from 'react-router'

import type { Viewer } from './account-rules.ts'

/** Who asks, as the session says: nobody, a student or a store. */
export const viewerContext = createContext<Viewer | null>(null)
