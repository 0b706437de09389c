import { useRef, useState } from 'react'

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
import { shrinkPicture } from './shrink-picture.ts'

type UploadProblem = FileProblem | TooMuch | 'no connection' | 'not signed in'

type Uploading = { ok: true; data: FormData } | { ok: false; problems: Record<string, UploadProblem> }

interface Progress {
  /** Of all files, from 0 to 1. */
  done: number
  /** The label of the field whose file is on its way. */
  current: string | null
  each: Record<string, number>
}

/**
 * Sends the files that are chosen in a form one after the other, and answers with the form as it is to be submitted:
 * keys in place of files. A file that arrived is not sent again when the form has to be. After the last file `progress`
 * stays at 1 until `finish` is called, for the form itself has yet to be saved.
 */
export function useUploads() {
  const [progress, setProgress] = useState<Progress | null>(null)
  const kept = useRef(new WeakMap<File, { key: string; until: number }>())

  /** `fields` are those that hold a file, and where each is kept. */
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
      const sent = keptKey(file) ?? (await send(file, folder, show))
      show(1)
      if ('key' in sent) {
        kept.current.set(file, { until: keptUntil(), ...sent })
        data.set(name, sent.key)
      } else {
        problems[name] = sent.problem
        if (sent.problem === 'no connection') break
      }
    }
    return Object.keys(problems).length === 0 ? { ok: true, data } : { ok: false, problems }
  }

  /** The key of a file that has arrived, while the server still keeps it. */
  function keptKey(file: File) {
    const known = kept.current.get(file)
    return known && known.until > Date.now() ? known : null
  }

  return { upload, progress, finish: () => setProgress(null) }
}

/** Half as long as the server keeps a file that nothing has taken: clocks and connections differ. */
const keptUntil = () => Date.now() + pendingMs / 2

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
    const request = new XMLHttpRequest() // unlike fetch it tells how much is sent
    request.open('POST', to)
    request.responseType = 'json'
    request.timeout = uploadMaxMs
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
    request.addEventListener('loadend', () => resolve(answerOf(request)))
    request.send(body)
  })
}

/** A server that is away or broken looks to people like no connection. */
function answerOf({ response }: XMLHttpRequest): { key: string } | { problem: UploadProblem } {
  return (response as { key: string } | { problem: UploadProblem } | null) ?? { problem: 'no connection' }
}

function labelOf(form: HTMLFormElement, name: string) {
  const field = form.elements.namedItem(name)
  return field instanceof HTMLInputElement ? (field.labels?.[0]?.textContent ?? null) : null
}
