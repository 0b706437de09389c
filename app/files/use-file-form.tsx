import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ZodMiniType } from 'zod/mini'

import type { Answer } from '#app/forms/forms.ts'
import { useForm } from '#app/forms/use-form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { ProgressOverlay } from '#app/ui/progress-overlay.tsx'

import { fileProblemText, type OwnWords, pdfFolder, type PictureFolder } from './file-rules.ts'
import { useUploads } from './use-uploads.ts'

const connectionTexts = {
  'no connection': 'No connection. What you filled in is kept: please try again.',
  'not signed in': 'You are logged out. What you filled in is kept: log in in another tab, then try again.',
}

interface Options extends OwnWords {
  /** The picture fields of the form, and the storage folder of each. */
  pictures?: Record<string, PictureFolder>
  pdfs?: readonly string[]
  /** Text of the notice when a file was refused or did not arrive; the reason is shown beside its field. */
  failed: string
}

/** `useForm` for forms with files: pictures are shrunk, and each file is uploaded, with progress, before the form. */
export function useFileForm(schema: ZodMiniType, answer: Answer | undefined, options: Options) {
  const { pictures, pdfs = [], failed } = options
  const { upload, progress, finish } = useUploads()
  const [hasFailed, setHasFailed] = useState(false)
  const form = useForm(schema, answer, {
    async prepare(element) {
      const folders = { ...pictures, ...Object.fromEntries(pdfs.map((name) => [name, pdfFolder] as const)) }
      const uploaded = await upload(element, folders)
      if (uploaded.ok) return uploaded.data
      const errors = Object.fromEntries(
        Object.entries(uploaded.problems).map(([name, problem]) => [
          name,
          problem === 'no connection' || problem === 'not signed in'
            ? connectionTexts[problem]
            : fileProblemText(problem, options),
        ]),
      )
      finish()
      setHasFailed(true)
      return errors
    },
  })

  // The overlay stays until the server has answered the form.
  const [seenAnswer, setSeenAnswer] = useState(answer)
  if (answer !== seenAnswer) {
    setSeenAnswer(answer)
    finish()
  }

  function closeFailure() {
    flushSync(() => setHasFailed(false)) // the open dialog would keep the focus from the form
    form.focusFirstError()
  }

  const overlay: ReactNode = progress && (
    <ProgressOverlay
      open
      title="Uploading... Please wait"
      progress={progress.done}
      detail={progress.done < 1 ? `${progress.current ?? ''} · ${Math.round(progress.done * 100)}%` : 'Saving...'}
    />
  )
  return {
    form: {
      ...form,
      file: (name: string) => ({ name, error: form.field(name).error, progress: progress?.each[name] }),
    },
    isUploading: progress !== null,
    /** The upload's progress and failure notice; may be rendered anywhere on the page. */
    dialogs: (
      <>
        {overlay}
        <Notice open={hasFailed} onClose={closeFailure} kind="error" text={failed} />
      </>
    ),
  }
}

export type FileForm = ReturnType<typeof useFileForm>['form']
