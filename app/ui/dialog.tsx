import { type ComponentProps, type ReactNode, useId } from 'react'

import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import { MessageModal } from './message-modal.tsx'
import { Modal } from './modal.tsx'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Its buttons submit a form of the body with `form="…"`. */
  footer?: ReactNode
  /** Sticky below the title, such as tabs. */
  bar?: ReactNode
  /** `page`: full height, without padding. `screen`: all of the screen. */
  size?: 'md' | 'lg' | 'page' | 'screen'
}

const sizes = {
  md: 'h-fit md:max-w-130',
  lg: 'h-fit md:max-w-190',
  page: 'h-[92dvh] md:h-[88dvh] md:max-w-250',
  screen: 'h-dvh',
}

export function Dialog({ open, onClose, title, children, footer, bar, size = 'md' }: DialogProps) {
  const titleId = useId()
  const isPage = size === 'page' || size === 'screen'
  // The dialog itself is the scroll container, so that arrow keys scroll it wherever the focus is. If it is short, or
  // so narrow that the footer wraps, the footer is not sticky: it would cover a field's error.
  return (
    <Modal
      open={open}
      onClose={onClose}
      closesOnBackdrop
      labelledBy={titleId}
      className={`@container mt-auto w-full max-w-none scroll-py-20 md:m-auto ${size === 'screen' ? 'max-h-none' : 'max-h-[92dvh] rounded-t-lg md:max-h-[88dvh] md:rounded-lg'} ${isPage ? 'flex-col open:flex' : ''} ${sizes[size]}`}
    >
      <header className="sticky top-0 z-10 bg-sheet">
        <div
          className={`flex items-center justify-between gap-3 py-2 pr-1.5 pl-4 md:py-2.5 md:pr-2.5 md:pl-6 ${bar ? '' : 'border-b border-rule'}`}
        >
          <h2 id={titleId} className="line-clamp-2 py-1 text-xl">
            {title}
          </h2>
          <CloseButton square>
            <Icon name="close" />
            <span className="sr-only">Close</span>
          </CloseButton>
        </div>
        {bar && <div className="border-b border-rule px-4 md:px-6 *:border-b-0">{bar}</div>}
      </header>
      <div className={isPage ? `flex flex-1 flex-col ${size === 'screen' ? 'min-h-0' : ''}` : 'p-4 md:px-6 md:py-5'}>
        {children}
      </div>
      {footer && (
        <footer className="sticky bottom-0 short:static @max-[20rem]:static z-10 flex flex-wrap items-center gap-3 border-t border-rule bg-sheet px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:justify-end md:px-6 md:py-3.5 [&_:is(a,button)]:flex-1 md:[&_:is(a,button)]:flex-none">
          {footer}
        </footer>
      )}
    </Modal>
  )
}

/** Closes the dialog around it, also without script. It is a form, so it cannot be inside one. */
export function CloseButton(button: ComponentProps<typeof Button>) {
  return (
    <form method="dialog" className="contents">
      <Button type="submit" {...button} />
    </form>
  )
}

type AlertDialogProps = {
  open: boolean
  /** Called on Cancel and Escape. */
  onClose: () => void
  /** Id of the form that the confirm button submits. */
  form: string
  title: string
  text: ReactNode
  icon: IconName
  confirmLabel: string
  cancelLabel?: string
  /** The form is being submitted: further clicks are ignored. */
  busy?: boolean
}

/** Initial focus is on Cancel, so that Enter pressed in haste does no harm. */
export function AlertDialog({
  open,
  onClose,
  form,
  title,
  text,
  icon,
  confirmLabel,
  cancelLabel = 'Cancel',
  busy = false,
}: AlertDialogProps) {
  return (
    <MessageModal open={open} onClose={onClose} seal={{ tone: 'invalid', icon }} title={title} text={text}>
      <div className="mt-3 flex w-full flex-wrap gap-3 [&_button]:flex-1">
        <CloseButton variant="line">{cancelLabel}</CloseButton>
        <Button type="submit" form={form} variant="ink" busy={busy}>
          {confirmLabel}
        </Button>
      </div>
    </MessageModal>
  )
}
