import type { ReactNode } from 'react'
import type { ZodMiniType } from 'zod/mini'

import type { Answer } from '#app/platform/forms.ts'
import { useForm } from '#app/platform/use-form.ts'
import { ProgressOverlay } from '#app/ui/progress-overlay.tsx'

import { fileProblemText, type OwnWords, pdfFolder, type PictureFolder } from './file-rules.ts'
import { useUploads } from './use-uploads.ts'

const noConnection = 'No connection. What you filled in is kept: please try again.'

interface Options extends OwnWords {
  /** The picture fields of the form, and where each picture is kept. */
  pictures?: Record<string, PictureFolder>
  /** The fields that hold a PDF. */
  pdfs?: readonly string[]
}

/** A form with files: with script each is sent by itself, with progress, before the form; a picture is made smaller first. */
export function useFileForm(schema: ZodMiniType, answer: Answer | undefined, options: Options) {
  const { pictures, pdfs = [] } = options
  const { upload, progress } = useUploads()
  const form = useForm(schema, answer, {
    async prepare(element) {
      const folders = { ...pictures, ...Object.fromEntries(pdfs.map((name) => [name, pdfFolder] as const)) }
      const uploaded = await upload(element, folders)
      if (uploaded.ok) return uploaded.data
      return Object.fromEntries(
        Object.entries(uploaded.problems).map(([name, problem]) => [
          name,
          problem === 'no connection' ? noConnection : fileProblemText(problem, options),
        ]),
      )
    },
  })

  const overlay: ReactNode = progress && (
    <ProgressOverlay
      open
      title="Uploading... Please wait"
      progress={progress.done}
      detail={`${progress.current ?? ''} · ${Math.round(progress.done * 100)}%`}
    />
  )
  return {
    form: {
      ...form,
      file: (name: string) => ({ name, error: form.field(name).error, progress: progress?.each[name] }),
    },
    overlay,
  }
}
