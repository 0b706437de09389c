import { createElement, Fragment, type ReactNode } from 'react'

const maxBytes = 16 * 1024 * 1024

/** What was rendered, the least used first. As bytes: a piece of a page's text would hold on to the whole of it. */
const kept = new Map<string, Buffer>()
let bytes = 0

/** The parts of the page that is being rendered, in their order. Pages are rendered in one go, one after the other. */
let parts: { by: string; markup: Buffer | undefined }[] = []

/** Stands for a part that is kept, or around one that is rendered for the first time. */
const mark = (n: number) => createElement('template', { 'data-kept': n })
const marks = /<template data-kept="(\d+)"><\/template>/

export function keepPart(by: string, render: () => ReactNode): ReactNode {
  const markup = kept.get(by)
  const n = parts.push({ by, markup }) - 1
  return markup ? mark(n) : createElement(Fragment, null, mark(n), render(), mark(n))
}

/** Renders a page; what is done with it next finds marks where parts are kept, and `fill` puts them in. */
export function renderWithParts(render: () => string) {
  parts = []
  const page = render()
  const used = parts
  return { page, fill: (text: string) => fill(text, used) }
}

function fill(page: string, used: typeof parts) {
  const [first, ...rest] = page.split(marks)
  const pieces: Buffer[] = [Buffer.from(first!)]
  for (let at = 0; at < rest.length; at += 2) {
    const part = used[Number(rest[at])]!
    const text = Buffer.from(rest[at + 1]!)
    if (part.markup) {
      pieces.push(part.markup, text)
      touch(part.by, part.markup)
    } else {
      store(part.by, text)
      at += 2 // its second mark
      pieces.push(text, Buffer.from(rest[at + 1]!))
    }
  }
  return Buffer.concat(pieces)
}

function touch(by: string, markup: Buffer) {
  if (kept.delete(by)) kept.set(by, markup)
}

function store(by: string, markup: Buffer) {
  if (kept.has(by)) return // twice on one page
  kept.set(by, Buffer.from(markup))
  bytes += sizeOf(by, markup)
  for (const [oldest, one] of kept) {
    if (bytes <= maxBytes) break
    kept.delete(oldest)
    bytes -= sizeOf(oldest, one)
  }
}

const sizeOf = (by: string, markup: Buffer) => by.length * 2 + markup.length + 200
