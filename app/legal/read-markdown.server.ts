import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'

import type { Block, Inline, LegalText } from './legal-text.ts'

/** What a text's {words} stand for. */
type Words = Readonly<Record<string, string>>

/** The first line of a text that nobody has adopted yet. */
const draftLine = /^Draft\b.*\n/

/**
 * Reads a legal text: a line that marks it as a draft, a title, and Markdown. Throws on what the page could not show, so
 * that nothing of the text gets lost silently. {words} are replaced after parsing: a value cannot become Markdown.
 */
export function readMarkdown(source: string, words: Words): LegalText {
  const text = source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const draft = draftLine.exec(text)?.[0].trim() ?? null
  const [title, ...rest] = lexer(text.replace(draftLine, '')).filter(({ type }) => type !== 'space' && type !== 'def')
  if (!isHeading(title) || title.depth !== 1) throw new Error('it has to begin with a title: # and its words')
  return { title: plainOf(inlinesOf(title.tokens, words)), draft, blocks: blocksOf(rest, words) }
}

const isHeading = (token: Token | undefined): token is Tokens.Heading => token?.type === 'heading'

function blocksOf(tokens: Token[], words: Words, ids = new Set(['content'])): Block[] {
  return (tokens as MarkedToken[]).flatMap((token): Block[] => {
    if (token.type === 'space' || token.type === 'def') return []
    if (token.type === 'paragraph') return [{ is: 'paragraph', words: inlinesOf(token.tokens, words) }]
    if (token.type === 'text') return [{ is: 'paragraph', words: inlinesOf(token.tokens ?? [token], words) }]
    if (token.type === 'list') {
      const items = token.items.map((item) => blocksOf(item.tokens, words, ids))
      return [{ is: 'list', isOrdered: token.ordered, items }]
    }
    if (token.type === 'heading') {
      if (token.depth !== 2 && token.depth !== 3) throw new Error(`"${token.text}" has to be a heading of ## or ###`)
      const inlines = inlinesOf(token.tokens, words)
      return [{ is: 'heading', level: token.depth, id: newId(ids, plainOf(inlines)), words: inlines }]
    }
    throw unknown(token)
  })
}

function inlinesOf(tokens: Token[], words: Words): Inline[] {
  return (tokens as MarkedToken[]).map((token): Inline => {
    if (token.type === 'text' || token.type === 'escape') return fill(token.text, words).replaceAll('\n', ' ')
    if (token.type === 'strong') return { is: 'bold', words: inlinesOf(token.tokens, words) }
    if (token.type === 'em') return { is: 'italic', words: inlinesOf(token.tokens, words) }
    if (token.type === 'link') return { is: 'link', to: addressOf(token, words), words: inlinesOf(token.tokens, words) }
    throw unknown(token)
  })
}

const unknown = ({ type, raw }: MarkedToken) =>
  new Error(`the page cannot show this (${type}): ${raw.trim().split('\n')[0]!.slice(0, 60)}`)

/** A page of this site, a heading of this one, another site, a mail or a phone call. */
function addressOf({ href }: Tokens.Link, words: Words) {
  if (href.startsWith('tel:')) return `tel:${fill(href, words).replaceAll(/[^+\d]/g, '')}`
  const to = fill(href, words)
  if (!/^(?:\/(?!\/)|#|https:\/\/|mailto:)/.test(to)) throw new Error(`a link cannot lead to ${to}`)
  return to
}

const fill = (text: string, words: Words) =>
  text.replaceAll(/\{([^{}]*)\}/g, (braces, name: string) => {
    const known = Object.keys(words)
    if (!known.includes(name)) throw new Error(`nothing is known for ${braces}: there are {${known.join('}, {')}}`)
    return words[name]!
  })

const plainOf = (inlines: Inline[]): string =>
  inlines.map((inline) => (typeof inline === 'string' ? inline : plainOf(inline.words))).join('')

/** For links to a heading: its words, in any script. `content` is the id of every page's main element. */
function newId(ids: Set<string>, text: string) {
  const slug =
    text
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.join('-') ?? 'part'
  const id = ids.has(slug) ? `${slug}-${ids.size}` : slug
  ids.add(id)
  return id
}
