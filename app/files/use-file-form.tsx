import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ZodMiniType } from 'zod/mini'

import type { Answer } from '#app/platform/forms.ts'
import { useForm } from '#app/platform/use-form.ts'
import { Notice } from '#app/ui/notice.tsx'
import { ProgressOverlay } from '#app/ui/progress-overlay.tsx'

import { fileProblemText, type OwnWords, pdfFolder, type PictureFolder } from './file-rules.ts'
import { useUploads } from './use-uploads.ts'

const sendingTexts = {
  'no connection': 'No connection. What you filled in is kept: please try again.',
  'not signed in': 'You are logged out. What you filled in is kept: log in in another tab, then try again.',
}

interface Options extends OwnWords {
  /** The picture fields of the form, and where each picture is kept. */
  pictures?: Record<string, PictureFolder>
  /** The fields that hold a PDF. */
  pdfs?: readonly string[]
  /** What is said when a file was refused or did not arrive; the reason stands beside its field. */
  failed: string
}

/** A form with files: with script each is sent by itself, with progress, before the form; a picture is made smaller first. */
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
            ? sendingTexts[problem]
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
    flushSync(() => setHasFailed(false)) // the dialog has to be closed before the focus can move to the form
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
    /** The progress of the upload, and the notice that it failed: stands anywhere on the page. */
    dialogs: (
      <>
        {overlay}
        <Notice open={hasFailed} onClose={closeFailure} kind="error" text={failed} />
      </>
    ),
  }
}
