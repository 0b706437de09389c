import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { useHasScript } from '#app/ui/use-has-script.ts'

/** Between two looks at what the camera sees. */
const lookEveryMs = 150
/** Larger pictures take longer, and show nothing more of a code that is held in front of the camera. */
const sideMax = 640

interface ScanCodeProps {
  /** Called with the six digits of the code that was scanned. */
  onCode: (code: string) => void
}

/** A button that reads a hand-over code by the camera. Where there is none, the digits are typed. */
export function ScanCode({ onCode }: ScanCodeProps) {
  const hasScript = useHasScript()
  const [isOpen, setIsOpen] = useState(false)
  // Browsers offer the camera to pages with https alone.
  if (!hasScript || !('mediaDevices' in navigator)) return null
  const close = () => setIsOpen(false)
  return (
    <>
      <Button variant="line" onClick={() => setIsOpen(true)} className="min-h-12 flex-1">
        <Icon name="scan" />
        Scan
      </Button>
      {isOpen && (
        <Dialog open onClose={close} title="Scan the code">
          <Camera
            onCode={(code) => {
              close()
              onCode(code)
            }}
          />
        </Dialog>
      )}
    </>
  )
}

function Camera({ onCode }: ScanCodeProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [isRefused, setIsRefused] = useState(false)
  const found = useEffectEvent(onCode)
  useEffect(() => {
    const ended = new AbortController()
    scan(video.current!, ended.signal).then(
      (code) => code && found(code),
      () => !ended.signal.aborted && setIsRefused(true),
    )
    return () => ended.abort()
  }, [])
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what the camera sees, without sound */}
      <video
        ref={video}
        muted
        playsInline
        aria-label="What the camera sees"
        className="aspect-square w-full rounded-md bg-leaf object-cover"
      />
      <output className="mt-3 block text-sm text-ink-soft">
        {isRefused
          ? 'The camera cannot be used here. Close this, and type the six digits.'
          : 'Hold the camera over the code that the buyer shows.'}
      </output>
    </>
  )
}

/** Resolves to the digits of the first hand-over code that the camera sees; null if it was ended before. */
async function scan(video: HTMLVideoElement, ended: AbortSignal) {
  const [{ decodeQR }, stream] = await Promise.all([
    import('qr/decode.js'),
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }),
  ])
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  ended.addEventListener('abort', stop)
  if (ended.aborted) stop()
  video.srcObject = stream
  await video.play()
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
  try {
    while (!ended.aborted) {
      const code = look(video, context, decodeQR)
      if (code) return code
      await new Promise((resolve) => {
        setTimeout(resolve, lookEveryMs)
      })
    }
    return null
  } finally {
    stop()
  }
}

type Decode = (typeof import('qr/decode.js'))['decodeQR']

function look(video: HTMLVideoElement, context: CanvasRenderingContext2D, decode: Decode) {
  const scale = Math.min(1, sideMax / Math.max(video.videoWidth, video.videoHeight, 1))
  const [width, height] = [Math.floor(video.videoWidth * scale), Math.floor(video.videoHeight * scale)]
  if (width === 0 || height === 0) return null
  Object.assign(context.canvas, { width, height })
  context.drawImage(video, 0, 0, width, height)
  try {
    const text = decode(context.getImageData(0, 0, width, height))
    return /^\d{6}$/.test(text) ? text : null
  } catch {
    return null // there is no code in the picture
  }
}
