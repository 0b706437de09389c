import { type PictureWords, pictureWords } from '#app/files/picture.tsx'

import type { ListedPost } from './packed-posts.ts'

export type CoverWords = { name: string } & (PictureWords | { src: null })

/** @param atMost The most pixels that it is wide on the page. */
export const coverWords = ({ name, picture }: Pick<ListedPost, 'name' | 'picture'>, atMost: number): CoverWords => ({
  name,
  ...(picture ? pictureWords(picture, atMost) : { src: null }),
})
