import { createContext } from 'react-router'

import type { IdKeys } from './id-numbers.server.ts'

export const idKeysContext = createContext<IdKeys>()
