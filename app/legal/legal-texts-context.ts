import { createContext } from 'react-router'

import type { LegalTexts } from './legal-text.ts'

export const legalTextsContext = createContext<LegalTexts>()
