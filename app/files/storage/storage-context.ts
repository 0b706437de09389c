import { createContext } from 'react-router'

import type { Storage } from './storage.server.ts'

export const storageContext = createContext<Storage>()
