import { useMemo } from 'react'

import { type PackedPosts, unpackPosts } from './packed-posts.ts'

export const usePosts = (packed: PackedPosts, ownIds: string[]) =>
  useMemo(() => unpackPosts(packed, ownIds), [packed, ownIds])
