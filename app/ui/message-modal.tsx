import { type ReactNode, useId } from 'react'

import type { IconName } from './icon.tsx'
import { Modal } from './modal.tsx'
import { Seal, type SealTone } from './seal.tsx'

type MessageModalProps = {
  open: boolean
  onClose?: (() => void) | undefined
  seal?: { tone: SealTone; icon: IconName }
  title: string
  text?: ReactNode
  children: ReactNode
}

/** A small centred alert dialog with a message and its buttons. */
export function MessageModal({ open, onClose, seal, title, text, children }: MessageModalProps) {
  const id = useId()
  return (
    <Modal
      open={open}
      onClose={onClose}
      role="alertdialog"
      labelledBy={`${id}-title`}
      describedBy={text ? `${id}-text` : undefined}
      className="m-auto h-fit w-[calc(100%-3rem)] max-w-85 rounded-lg"
    >
      <div className="relative grid justify-items-center gap-2 p-6 text-center">
        {seal && <Seal {...seal} />}
        <h2 id={`${id}-title`} className="text-xl">
          {title}
        </h2>
        {text && <p id={`${id}-text`}>{text}</p>}
        {children}
      </div>
    </Modal>
  )
}
