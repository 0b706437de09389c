import { createContext } from 'react-router'

import type { IdKeys } from './sealed-text.server.ts'

export const idKeysContext = createContext<IdKeys>()
