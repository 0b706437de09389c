import { createContext } from 'react-router'

import type { ViewCounter } from './post-views.server.ts'

export const viewCounterContext = createContext<ViewCounter>()
