import { type ReactNode, type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'

import { useHasScript } from './use-has-script.ts'

type ModalProps = {
  open: boolean
  /** Without it the dialog cannot be closed by the user. */
  onClose?: (() => void) | undefined
  closesOnBackdrop?: boolean
  role?: 'alertdialog'
  labelledBy: string
  describedBy?: string | undefined
  className: string
  children: ReactNode
}

/**
 * The native modal dialog: traps focus, makes the page inert and restores focus when it closes. If the server rendered
 * it open, it is visible without script and becomes modal on hydration, keeping what was typed.
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

  function handleClose(event: SyntheticEvent<HTMLDialogElement>) {
    if (!isOwn(event) || !open || event.currentTarget.open) return
    if (onClose) onClose()
    else event.currentTarget.showModal()
  }

  return (
    <dialog
      ref={dialog}
      open={openedByServer} // constant, because showModal() and close() manage the attribute
      role={role}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      closedby={onClose ? 'closerequest' : 'none'}
      onCancel={(event) => {
        if (isOwn(event) && !onClose) event.preventDefault()
      }}
      onClose={handleClose}
      className={`fixed inset-0 z-30 overflow-y-auto overscroll-contain bg-sheet text-ink shadow-dialog outline-hidden [&:not(:modal)]:shadow-[0_0_0_100vmax_var(--scrim)] ${className}`}
    >
      {open && children}
    </dialog>
  )
}

/** Ignores events bubbling from inside: cancelling a file picker must not close the dialog. */
function isOwn(event: { target: unknown; currentTarget: unknown }) {
  return event.target === event.currentTarget
}

/** A press that starts in a field and ends on the backdrop selects text and must not close the dialog. */
function closeOnBackdropPress(dialog: HTMLDialogElement) {
  const listeners = new AbortController()
  const { signal } = listeners
  let pressed = false
  dialog.addEventListener('pointerdown', (event) => (pressed = isOwn(event)), { signal })
  dialog.addEventListener('click', (event) => pressed && isOwn(event) && dialog.close(), { signal })
  return () => listeners.abort()
}
