import { createContext } from 'react-router'

import type { Synonyms } from './synonyms.ts'

export const synonymsContext = createContext<Synonyms>()
