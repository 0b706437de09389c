import { useSyncExternalStore } from 'react'

import { markSaved } from '#app/posts/saved-marks.ts'

import { savedTexts, savingPath } from './saved-texts.ts'

/** What the page tells about the last press: to screen readers, and if it failed to everybody. */
interface Report {
  status: string
  /** Whether something was saved: then the page says where it is. */
  isSaved: boolean
  problem: string | null
}

const nothing: Report = { status: '', isSaved: false, problem: null }
let report = nothing
const listeners = new Set<() => void>()
/** For how long the page says where something is. */
const shownMs = 8_000
let forgetting: ReturnType<typeof setTimeout> | undefined

function tell(next: Report) {
  report = next
  clearTimeout(forgetting)
  if (next.isSaved) forgetting = setTimeout(forgetReport, shownMs)
  for (const listen of listeners) listen()
}

function subscribe(listen: () => void) {
  listeners.add(listen)
  return () => void listeners.delete(listen)
}

export const useSavingReport = () =>
  useSyncExternalStore(
    subscribe,
    () => report,
    () => nothing,
  )

export const forgetReport = () => tell(nothing)

export const closeProblem = () => tell({ ...report, problem: null })

/** What the person wants, of posts whose request is running. */
const wanted = new Map<string, boolean>()

/**
 * Shows the change at once, and takes it back if the server refuses it. Requests for a post are sent one after another,
 * so that the last press wins.
 */
export async function changeSaved({ id: postId, name }: { id: string; name: string }, isSaved: boolean) {
  const isRunning = wanted.has(postId)
  wanted.set(postId, isSaved)
  markSaved(postId, isSaved)
  tell({ status: isSaved ? savedTexts.saved(name) : savedTexts.removed(name), isSaved, problem: null })
  if (isRunning) return

  let done = !isSaved
  for (let next = isSaved; next !== done; next = wanted.get(postId)!) {
    const problem = await send(postId, next)
    if (problem === null) {
      done = next
      continue
    }
    markSaved(postId, done)
    tell({ ...nothing, problem })
    break
  }
  wanted.delete(postId)
}

/**
 * Resolves to null, or to the reason of a refusal. Not by a fetcher of React Router, which would first load the route's
 * script, and reload the whole page if that fails.
 */
async function send(postId: string, isSaved: boolean) {
  try {
    const response = await fetch(savingPath(postId), {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams({ saved: isSaved ? 'on' : 'off' }),
      redirect: 'manual',
    })
    if (response.ok) return null
    if (response.type === 'opaqueredirect') return savedTexts.loggedOut
    const { text } = (await response.json()) as { text?: string }
    if (text) return text
  } catch {
    // No connection, or an answer that is not ours: the person tries again.
  }
  return isSaved ? savedTexts.notSaved : savedTexts.notRemoved
}
