import { useMemo } from 'react'

import { type PackedPosts, unpackPosts } from './packed-posts.ts'

export const usePosts = (packed: PackedPosts) => useMemo(() => unpackPosts(packed), [packed])
