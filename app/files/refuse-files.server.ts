import type { RouterContextProvider } from 'react-router'

import { tooManyRequests } from '#app/limits/refuse-too-many.server.ts'

import { type FileProblem, fileProblemText, type OwnWords, type TooMuch } from './file-rules.ts'

/** The errors and status for a form whose files were refused, or null if none was. */
export function refuseFiles(
  context: Readonly<RouterContextProvider>,
  problems: Record<string, FileProblem | TooMuch | undefined>,
  words: OwnWords,
) {
  const found = Object.entries(problems).flatMap(([field, problem]) => (problem ? [{ field, problem }] : []))
  if (found.length === 0) return null
  const waits = found.map(({ problem }) => (typeof problem === 'object' ? problem.waitSeconds : 0))
  const wait = Math.max(...waits)
  return {
    errors: Object.fromEntries(found.map(({ field, problem }) => [field, fileProblemText(problem, words)])),
    init: wait > 0 ? tooManyRequests(context, wait) : { status: 400 },
  }
}
