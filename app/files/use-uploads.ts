import { useRef, useState } from 'react'

import { shrinkPicture } from '#app/files/pictures/shrink-picture.ts'

import {
  type FileFolder,
  type FileProblem,
  pdfFolder,
  pdfMaxBytes,
  pdfUploadPath,
  pendingMs,
  pictureMaxBytes,
  pictureUploadPath,
  type TooMuch,
  uploadMaxMs,
} from './file-rules.ts'

type UploadProblem = FileProblem | TooMuch | 'no connection' | 'not signed in'

type Uploading = { ok: true; data: FormData } | { ok: false; problems: Record<string, UploadProblem> }

interface Progress {
  /** Fraction of all files, from 0 to 1. */
  done: number
  /** The label of the field whose file is being sent. */
  current: string | null
  each: Record<string, number>
}

/**
 * Uploads the files chosen in a form one after another and resolves to the form data to submit, with keys in place of
 * files. A retry does not send a file again that has arrived. After the last file `progress` stays at 1 until `finish`
 * is called, because the form itself is still to be saved.
 */
export function useUploads() {
  const [progress, setProgress] = useState<Progress | null>(null)
  const uploaded = useRef(new WeakMap<File, { key: string; until: number }>())

  /** `fields`: the form's file fields, with the storage folder of each. */
  async function upload(form: HTMLFormElement, fields: Record<string, FileFolder>): Promise<Uploading> {
    const data = new FormData(form)
    const chosen: { name: string; folder: FileFolder; file: File }[] = []
    for (const [name, folder] of Object.entries(fields)) {
      const file = data.get(name)
      if (!(file instanceof File)) continue
      if (file.name) chosen.push({ name, folder, file })
      else data.set(name, '')
    }

    const problems: Record<string, UploadProblem> = {}
    const each = Object.fromEntries(chosen.map(({ name }) => [name, 0]))
    for (const { name, folder, file } of chosen) {
      const show = (share: number) => {
        each[name] = share
        const done = Object.values(each).reduce((sum, part) => sum + part, 0) / chosen.length
        setProgress({ done, current: labelOf(form, name), each: { ...each } })
      }
      show(0)
      const sent = uploadedKey(file) ?? (await send(file, folder, show))
      show(1)
      if ('key' in sent) {
        uploaded.current.set(file, { until: reusableUntil(), ...sent })
        data.set(name, sent.key)
      } else {
        problems[name] = sent.problem
        if (sent.problem === 'no connection') break
      }
    }
    return Object.keys(problems).length === 0 ? { ok: true, data } : { ok: false, problems }
  }

  /** The key of a file that was uploaded before, unless the server may have removed it by now. */
  function uploadedKey(file: File) {
    const known = uploaded.current.get(file)
    return known && known.until > Date.now() ? known : null
  }

  return { upload, progress, finish: () => setProgress(null) }
}

/** Half the time that the server keeps a pending file: clocks and connections differ. */
const reusableUntil = () => Date.now() + pendingMs / 2

async function send(file: File, folder: FileFolder, onProgress: (share: number) => void) {
  const isPdf = folder === pdfFolder
  if (isPdf && file.size > pdfMaxBytes) return { problem: 'pdf too large' as const }
  if (!isPdf && file.size > pictureMaxBytes) return { problem: 'too large' as const }
  const body = isPdf ? file : await shrinkPicture(file)
  const { name } = file
  const to = isPdf
    ? `${pdfUploadPath}?${new URLSearchParams({ name })}`
    : `${pictureUploadPath}?${new URLSearchParams({ folder, name })}`
  return new Promise<{ key: string } | { problem: UploadProblem }>((resolve) => {
    const request = new XMLHttpRequest() // unlike fetch it reports upload progress
    request.open('POST', to)
    request.responseType = 'json'
    request.timeout = uploadMaxMs
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
    request.addEventListener('loadend', () => resolve(answerOf(request)))
    request.send(body)
  })
}

/** No JSON means no answer or a broken server: both are reported as no connection. */
function answerOf({ response }: XMLHttpRequest): { key: string } | { problem: UploadProblem } {
  return (response as { key: string } | { problem: UploadProblem } | null) ?? { problem: 'no connection' }
}

function labelOf(form: HTMLFormElement, name: string) {
  const field = form.elements.namedItem(name)
  return field instanceof HTMLInputElement ? (field.labels?.[0]?.textContent ?? null) : null
}
