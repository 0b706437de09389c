import { MessageModal } from './message-modal.tsx'

type ProgressOverlayProps = {
  open: boolean
  title: string
  /** From 0 to 1. */
  progress: number
  /** The current step, such as "Picture 2 of 2 · 64%". */
  detail?: string
}

/** Blocks the page until the work is done; the user cannot close it. */
export function ProgressOverlay({ open, title, progress, detail }: ProgressOverlayProps) {
  return (
    <MessageModal open={open} title={title}>
      <progress value={progress} max={1} aria-label={title} aria-valuetext={detail} className="bar loom mt-2 w-63" />
      {detail && <p className="text-ink-soft tabular-nums">{detail}</p>}
      <p className="text-sm text-ink-soft">Keep this page open until it is done.</p>
    </MessageModal>
  )
}
