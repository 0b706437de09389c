import { useCallback, useState } from 'react'
import { useFetcher } from 'react-router'

import { loadRouteModule } from '#app/rendering/route-module.ts'

import type { FoundComments } from './find-comments.server.ts'

/** Asks the page of a post's comments. What has come stays until more has. */
export function useComments() {
  const { data, load, state } = useFetcher<FoundComments | { post: null }>()
  const [found, setFound] = useState<FoundComments | null>(null)
  if (data?.post && data !== found) setFound(data)
  return {
    found,
    /** Another object each time that they did not come. */
    failure: data?.post === null ? data : null,
    isLoading: state !== 'idle',
    load: useCallback((path: string) => void load(path), [load]),
  }
}

/** The script of that page: to be loaded before it is asked or sent to. */
export const loadCommentsPage = () => loadRouteModule('comments/comments-page')
