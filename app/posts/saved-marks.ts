import { useSyncExternalStore } from 'react'

/**
 * Whether posts are saved, as far as it changed since this document was loaded: lists keep the posts that Load More added
 * as they were loaded. Empty on the server.
 */
let marks: ReadonlyMap<string, boolean> = new Map()
const noMarks = marks
const listeners = new Set<() => void>()

export function markSaved(postId: string, isSaved: boolean) {
  marks = new Map(marks).set(postId, isSaved)
  for (const listen of listeners) listen()
}

function subscribe(listen: () => void) {
  listeners.add(listen)
  return () => void listeners.delete(listen)
}

export const useSavedMarks = () =>
  useSyncExternalStore(
    subscribe,
    () => marks,
    () => noMarks,
  )

interface SavablePost {
  id: string
  isSaved: boolean
}

/** Renders again only if the mark of this post changes. */
export const useIsSaved = ({ id, isSaved }: SavablePost) =>
  useSyncExternalStore(
    subscribe,
    () => marks.get(id) ?? isSaved,
    () => isSaved,
  )
