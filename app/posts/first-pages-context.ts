import { createContext } from 'react-router'

import type { FindFirstPage } from './first-pages.server.ts'

export const firstPageContext = createContext<FindFirstPage>()
