import type { ReactNode } from 'react'

/** What a part says, by name; null where it says nothing. */
export type Words = Record<string, string | null>
export type Look = Record<string, string | boolean | undefined>

export interface StencilProps<Said extends Words, Looks extends Look> {
  /** Of all parts that `children` draws: all that they depend on besides. */
  name: string
  words: Said
  /** One of a few. */
  look: Looks
  /** Puts each word in its place, or leaves the place out where there is none. It never looks into a word. */
  children: (words: Said, look: Looks) => ReactNode
}

/**
 * Inside `Written`, a part that is there many times, each with words of its own: the server draws it once in each of its
 * looks, and then fills in the words. In the browser it is what it draws.
 */
export const Stencil = <Said extends Words, Looks extends Look>({ words, look, children }: StencilProps<Said, Looks>) =>
  children(words, look)
