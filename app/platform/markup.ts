import { Fragment, isValidElement, type ReactNode } from 'react'

import { type Look, Stencil, type StencilProps, type Words } from './stencil.ts'

/** Part of a page: a text, or the bytes of one. */
export type Piece = string | Buffer

type Props = Record<string, unknown> & { children?: ReactNode }
type AnyStencil = StencilProps<Words, Look>

/**
 * The markup of what has no state: elements, and functions of their props without hooks. It is what React would write, in
 * pieces that are quick to encode. What it does not know, it refuses.
 */
export function markupOf(node: ReactNode): Piece[] {
  const page: Page = { pieces: [], text: '', isAfterText: false }
  write(node, page)
  return [...page.pieces, page.text]
}

interface Page {
  pieces: Piece[]
  /** What follows them. */
  text: string
  /** Between two texts React expects a comment, or it could not tell them apart. */
  isAfterText: boolean
}

function write(node: unknown, page: Page): void {
  if (typeof node === 'string' || typeof node === 'number') {
    if (node === '') return
    if (page.isAfterText) page.text += '<!-- -->'
    add(String(node), page)
    page.isAfterText = true
  } else if (node === null || node === undefined || typeof node === 'boolean') {
    // Nothing is seen of it.
  } else if (Array.isArray(node)) {
    for (const one of node) write(one, page)
  } else if (isValidElement<Props>(node)) {
    const { type, props } = node
    if (typeof type === 'string') writeElement(type, props, page)
    else if (type === Fragment) write(props.children, page)
    else if (type === Stencil) writeByStencil(props as unknown as AnyStencil, page)
    else if (typeof type === 'function') write((type as (props: Props) => unknown)(props), page)
    else throw new TypeError('This part of a page has to be rendered by React')
  } else throw new TypeError(`${typeof node} has no markup`)
}

/** A part's markup, and at every second place the name of a word. */
type Cut = string[]

/** By look, and by which words there are: as many as our own code has. */
const stencils = new Map<string, Cut>()

function writeByStencil(stencil: AnyStencil, page: Page) {
  if (page.isAfterText) throw new TypeError('A stencil does not stand after a text')
  const { name, words, look } = stencil
  let shape = name
  for (const of in look) shape += ` ${look[of]}`
  for (const of in words) shape += words[of] ? '+' : words[of] === '' ? '0' : '-'
  const cut = stencils.get(shape) ?? cutStencil(shape, stencil)
  page.text += cut[0]
  for (let at = 1; at < cut.length; at += 2) {
    add(words[cut[at]!]!, page)
    page.text += cut[at + 1]
  }
}

const mark = '\u0001'

/** The part with marks in place of its words, cut at the marks. */
function cutStencil(shape: string, { words, look, children }: AnyStencil) {
  const marked = Object.entries(words).map(([name, word]) => [name, word && mark + name + mark])
  const cut: Cut = markupOf(children(Object.fromEntries(marked), look))
    .join('')
    .split(mark)
  stencils.set(shape, cut)
  return cut
}

const voids = new Set(['br', 'hr', 'img', 'source'])
/** Elements to which React does more than to write them. */
const others = new Set(['input', 'select', 'option', 'textarea', 'title', 'meta', 'link', 'script', 'style', 'html'])

/** How an element begins and ends; the latter is empty where it has no content. */
const tags = new Map<string, { begin: string; end: string }>()

function tagOf(name: string) {
  if (others.has(name)) throw new TypeError(`<${name}> has to be rendered by React`)
  const tag = { begin: `<${name}`, end: voids.has(name) ? '' : `</${name}>` }
  tags.set(name, tag)
  return tag
}

function writeElement(name: string, props: Props, page: Page) {
  const { begin, end } = tags.get(name) ?? tagOf(name)
  page.text += begin
  for (const attribute in props) writeAttribute(attribute, props[attribute], page)
  page.text += '>'
  page.isAfterText = false
  if (end === '') return
  write(props.children, page)
  page.text += end
  page.isAfterText = false
}

/** Those that are called otherwise in the document; HTML does not mind how a name is written. */
const names: Record<string, string> = {
  className: 'class',
  htmlFor: 'for',
  strokeLinecap: 'stroke-linecap',
  strokeWidth: 'stroke-width',
}

function writeAttribute(name: string, value: unknown, page: Page) {
  if (name === 'className' && typeof value === 'string') page.text += classOf(value)
  else if (name === 'children' || value === null || value === undefined || typeof value === 'function') return
  else if (typeof value === 'string' || typeof value === 'number') {
    page.text += ` ${names[name] ?? name}="`
    add(String(value), page)
    page.text += '"'
  } else if (typeof value !== 'boolean') {
    throw new TypeError(`${name} has to be rendered by React`)
  } else if (name.startsWith('aria-') || name.startsWith('data-')) {
    page.text += ` ${name}="${value}"`
  } else if (value) page.text += ` ${name}=""`
}

/** Our own code makes them, and few. */
const classes = new Map<string, string>()

function classOf(value: string) {
  const known = classes.get(value)
  if (known !== undefined) return known
  const written = ` class="${escape(value)}"`
  classes.set(value, written)
  return written
}

/**
 * A text with one letter beyond Latin takes two bytes for every letter, and thirty times as long to encode: such ones
 * stay by themselves.
 */
function add(text: string, page: Page) {
  if (!special.test(text)) page.text += text
  else if (beyondLatin.test(text)) {
    page.pieces.push(page.text, escape(text))
    page.text = ''
  } else page.text += escape(text)
}

const special = /["'&<>\u0100-\uffff]/
const beyondLatin = /[\u0100-\uffff]/

const signs: Record<string, string> = { '"': '&quot;', "'": '&#x27;', '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escape = (text: string) => text.replaceAll(/["'&<>]/g, (sign) => signs[sign]!)

/** Written into first, and copied from: to count the bytes before would take as long again. */
let draft: Buffer | null = null

export function encode(pieces: Piece[]) {
  const most = pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? 3 : 1) * piece.length, 0)
  if (!draft || most > draft.length) draft = Buffer.allocUnsafeSlow(2 * most)
  let at = 0
  for (const piece of pieces) at += typeof piece === 'string' ? draft.write(piece, at) : piece.copy(draft, at)
  const bytes = Buffer.allocUnsafeSlow(at)
  draft.copy(bytes, 0, 0, at)
  return bytes
}
