import { Fragment, isValidElement, type ReactNode } from 'react'

import { WrittenOnce, type WrittenOnceProps } from './written-once.tsx'

/** Part of a page: a text, or the bytes of one. */
export type Piece = string | Buffer

type Props = Record<string, unknown> & { children?: ReactNode }

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
  if (node === null || node === undefined || typeof node === 'boolean' || node === '') return
  if (typeof node === 'string' || typeof node === 'number') {
    if (page.isAfterText) page.text += '<!-- -->'
    add(escape(String(node)), page)
    page.isAfterText = true
  } else if (Array.isArray(node)) {
    for (const one of node) write(one, page)
  } else if (isValidElement<Props>(node)) {
    const { type, props } = node
    if (typeof type === 'string') writeElement(type, props, page)
    else if (type === Fragment) write(props.children, page)
    else if (type === WrittenOnce) writeOnce(props as unknown as WrittenOnceProps, page)
    else if (typeof type === 'function') write((type as (props: Props) => unknown)(props), page)
    else throw new TypeError('This part of a page has to be rendered by React')
  } else throw new TypeError(`${typeof node} has no markup`)
}

/** By what they show, then by their look; null where it was written once and nobody has asked for it again. */
const written = new WeakMap<object, Map<string, Buffer | null>>()

function writeOnce({ of, look, children }: WrittenOnceProps, page: Page) {
  if (page.isAfterText) throw new TypeError('What is written once does not stand after a text')
  const looks = written.get(of)
  const before = looks?.get(look)
  if (before === undefined) {
    if (looks) looks.set(look, null)
    else written.set(of, new Map([[look, null]]))
    return write(children(), page)
  }
  const bytes = before ?? encode(markupOf(children()))
  looks!.set(look, bytes)
  page.pieces.push(page.text, bytes)
  page.text = ''
}

const voids = new Set(['br', 'hr', 'img', 'source'])
/** Elements to which React does more than to write them. */
const others = new Set(['input', 'select', 'option', 'textarea', 'title', 'meta', 'link', 'script', 'style', 'html'])

function writeElement(tag: string, props: Props, page: Page) {
  if (others.has(tag)) throw new TypeError(`<${tag}> has to be rendered by React`)
  page.text += `<${tag}`
  for (const name in props) writeAttribute(name, props[name], page)
  page.text += '>'
  page.isAfterText = false
  if (!voids.has(tag)) {
    write(props.children, page)
    page.text += `</${tag}>`
  }
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
  if (name === 'children' || value === null || value === undefined || typeof value === 'function') return
  if (typeof value === 'string' || typeof value === 'number') {
    page.text += ` ${names[name] ?? name}="`
    add(escape(String(value)), page)
    page.text += '"'
  } else if (typeof value !== 'boolean') {
    throw new TypeError(`${name} has to be rendered by React`)
  } else if (name.startsWith('aria-') || name.startsWith('data-')) {
    page.text += ` ${name}="${value}"`
  } else if (value) page.text += ` ${name}=""`
}

export function encode(pieces: Piece[]) {
  const bytes = Buffer.allocUnsafeSlow(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0))
  let at = 0
  for (const piece of pieces) at += typeof piece === 'string' ? bytes.write(piece, at) : piece.copy(bytes, at)
  return bytes.subarray(0, at) // what was not written is whatever was in memory
}

/**
 * A text with one letter beyond Latin takes two bytes for every letter, and thirty times as long to encode: such ones
 * stay by themselves.
 */
function add(text: string, page: Page) {
  if (beyondLatin.test(text)) {
    page.pieces.push(page.text, text)
    page.text = ''
  } else page.text += text
}

const beyondLatin = /[\u0100-\uffff]/

const signs: Record<string, string> = { '"': '&quot;', "'": '&#x27;', '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escape(text: string) {
  return /["'&<>]/.test(text) ? text.replaceAll(/["'&<>]/g, (sign) => signs[sign]!) : text
}
