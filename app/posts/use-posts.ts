import { useMemo } from 'react'

import { type PackedPost, unpackPost } from './packed-posts.ts'

export const usePosts = (packed: PackedPost[]) => useMemo(() => packed.map(unpackPost), [packed])
