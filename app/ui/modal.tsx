import { type ReactNode, type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'

import { useHasScript } from './use-has-script.ts'

type ModalProps = {
  open: boolean
  /** Without it nothing the person does closes it. */
  onClose?: (() => void) | undefined
  closesOnBackdrop?: boolean
  role?: 'alertdialog'
  labelledBy: string
  describedBy?: string | undefined
  className: string
  children: ReactNode
}

/**
 * The native modal dialog: it traps focus, makes the page inert and gives focus back when it closes. One that the server
 * opened is there without script, over the page, and becomes modal with it; what was typed meanwhile stays.
 */
export function Modal({
  open,
  onClose,
  closesOnBackdrop = false,
  role,
  labelledBy,
  describedBy,
  className,
  children,
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const hasScript = useHasScript()
  const [openedByServer] = useState(open && !hasScript)

  // A layout effect, because focus returns only if close() runs before the element leaves the page.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return undefined
    if (element.open) element.close()
    element.showModal()
    return () => element.close()
  }, [open])

  useEffect(
    () => (open && closesOnBackdrop && dialog.current ? closeOnBackdropPress(dialog.current) : undefined),
    [open, closesOnBackdrop],
  )

  function closed(event: SyntheticEvent<HTMLDialogElement>) {
    if (!isOwn(event) || !open || event.currentTarget.open) return
    if (onClose) onClose()
    else event.currentTarget.showModal()
  }

  return (
    <dialog
      ref={dialog}
      open={openedByServer} // never changes again: showModal() and close() need the attribute for themselves
      role={role}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      closedby={onClose ? 'closerequest' : 'none'}
      onCancel={(event) => {
        if (isOwn(event) && !onClose) event.preventDefault()
      }}
      onClose={closed}
      className={`fixed inset-0 z-30 overflow-y-auto overscroll-contain bg-sheet text-ink shadow-dialog outline-hidden [&:not(:modal)]:shadow-[0_0_0_100vmax_var(--scrim)] ${className}`}
    >
      {open && children}
    </dialog>
  )
}

/** Events of what stands inside arrive too: a file picker that is cancelled must not close the dialog. */
function isOwn(event: { target: unknown; currentTarget: unknown }) {
  return event.target === event.currentTarget
}

/** A press that starts in a field and ends on the backdrop is a selection of text, not a wish to close. */
function closeOnBackdropPress(dialog: HTMLDialogElement) {
  const listeners = new AbortController()
  const { signal } = listeners
  let pressed = false
  dialog.addEventListener('pointerdown', (event) => (pressed = isOwn(event)), { signal })
  dialog.addEventListener('click', (event) => pressed && isOwn(event) && dialog.close(), { signal })
  return () => listeners.abort()
}
