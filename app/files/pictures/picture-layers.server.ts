import type { OverlayOptions } from 'sharp'

import type { DrawnText } from './draw-text.server.ts'

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export const boxAt = ({ left, top, width, height }: Box, background: string): OverlayOptions => ({
  input: { create: { width, height, channels: 3, background } },
  left,
  top,
})

export const textAt = ({ pixels, width, height }: DrawnText, left: number, top: number): OverlayOptions => ({
  input: pixels,
  raw: { width, height, channels: 4 },
  left,
  top,
})
