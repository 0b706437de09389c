import type { LegalPath } from '#app/access/paths.ts'

/** A legal text as its page shows it: what remains of the Markdown. */
export interface LegalText {
  title: string
  /** Says that nobody has adopted the text yet; null once somebody has. */
  draft: string | null
  blocks: Block[]
}

export type LegalTexts = Record<LegalPath, LegalText>

export type Block =
  | { is: 'heading'; level: 2 | 3; id: string; words: Inline[] }
  | { is: 'paragraph'; words: Inline[] }
  | { is: 'list'; isOrdered: boolean; items: Block[][] }

export type Inline = string | { is: 'bold' | 'italic'; words: Inline[] } | { is: 'link'; to: string; words: Inline[] }
