import { useEffect, useEffectEvent } from 'react'

import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { MessageModal } from './message-modal.tsx'

/** How long a success notice stays open. `--animate-run-out` in theme.css has the same duration. */
const specifiedSuccessNoticeMs = 1_500
const successNoticeMs = () => Number(document.documentElement.dataset.successNoticeMs ?? specifiedSuccessNoticeMs)

const kinds = {
  error: { title: 'Error', icon: 'exclamation', block: 'border-accent-ink bg-accent-tint', sign: 'text-accent-ink' },
  invalid: { title: 'Invalid', icon: 'warning', block: 'border-muga bg-muga-tint', sign: 'text-muga' },
  success: { title: 'Success', icon: 'check', block: 'border-tea bg-tea-tint', sign: 'text-tea' },
} as const

export type NoticeKind = keyof typeof kinds

type NoticeProps = {
  open: boolean
  onClose: () => void
  kind: NoticeKind
  text: string
}

export function Notice({ open, onClose, kind, text }: NoticeProps) {
  const closesByItself = open && kind === 'success'
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!closesByItself) return undefined
    const timer = setTimeout(() => close(), successNoticeMs())
    return () => clearTimeout(timer)
  }, [closesByItself])

  const { title, icon } = kinds[kind]
  return (
    <MessageModal open={open} onClose={onClose} seal={{ tone: kind, icon }} title={title} text={text}>
      <Button variant="ink" onClick={onClose} className="mt-3 min-w-30">
        OK
      </Button>
      {kind === 'success' && (
        <span
          aria-hidden="true"
          className="absolute inset-x-0 bottom-0 h-1 origin-left animate-run-out bg-tea motion-reduce:animate-none"
        />
      )}
    </MessageModal>
  )
}

/** The same text within the page, for answers rendered without script. */
export function InlineNotice({ kind, text }: { kind: NoticeKind; text: string }) {
  const { title, icon, block, sign } = kinds[kind]
  return (
    <div
      role={kind === 'success' ? 'status' : 'alert'}
      className={`flex gap-3 border-l-4 px-3.5 py-3 text-sm ${block}`}
    >
      <Icon name={icon} className={`mt-px size-5 ${sign}`} />
      <p>
        <strong className="block font-bold">{title}</strong>
        {text}
      </p>
    </div>
  )
}
