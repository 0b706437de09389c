import type { ReactNode } from 'react'
import type { ZodMiniType } from 'zod/mini'

import type { Answer } from '#app/platform/forms.ts'
import { useForm } from '#app/platform/use-form.ts'
import { ProgressOverlay } from '#app/ui/progress-overlay.tsx'

import { type PictureFolder, pictureProblemText } from './file-rules.ts'
import { type UploadProblem, useUploads } from './use-uploads.ts'

interface Options {
  /** The picture fields of the form, and where each picture is kept. */
  pictures: Record<string, PictureFolder>
  /** What the specification says on this screen of a file that is no picture. */
  notAPicture: string
}

/** A form with pictures: with script each is made smaller and sent by itself, with progress, before the form. */
export function usePictureForm(schema: ZodMiniType, answer: Answer | undefined, { pictures, notAPicture }: Options) {
  const { upload, progress } = useUploads()
  const form = useForm(schema, answer, {
    async prepare(element) {
      const fields = Object.fromEntries(Object.entries(pictures).map(([name, folder]) => [name, { folder }]))
      const uploaded = await upload(element, fields)
      if (uploaded.ok) return uploaded.data
      return Object.fromEntries(
        Object.entries(uploaded.problems).map(([name, problem]) => [name, textOf(problem, notAPicture)]),
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

function textOf(problem: UploadProblem, notAPicture: string) {
  if (problem === 'no connection') return 'No connection. What you filled in is kept: please try again.'
  return pictureProblemText(problem, notAPicture)
}
