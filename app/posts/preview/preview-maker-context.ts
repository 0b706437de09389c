import { createContext } from 'react-router'

import type { PreviewMaker } from './draw-previews.job.server.ts'

export const previewMakerContext = createContext<PreviewMaker>()
