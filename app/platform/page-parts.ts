import { createElement, Fragment, type ReactNode } from 'react'

import { markupOf, type Piece } from './markup.ts'

const keptMax = 200

/** What was rendered before, the oldest first. */
const kept = new Map<string, Buffer>()

interface Part {
  /** The name under which it is to be kept. */
  by: string | null
  /** In pieces. Null where it stands between two marks: React renders it with the page. */
  markup: Piece[] | null
}

/** Of the page that is being rendered, in their order. Pages are rendered in one go, one after the other. */
let parts: Part[] = []

const mark = (n: number) => createElement('template', { 'data-part': n })
const marks = /<template data-part="(\d+)"><\/template>/

function add(part: Part) {
  return mark(parts.push(part) - 1)
}

export function writePart(part: ReactNode) {
  return add({ by: null, markup: markupOf(part) })
}

export function keepPart(by: string, render: () => ReactNode) {
  const markup = kept.get(by)
  if (markup !== undefined) return add({ by, markup: [markup] })
  const around = add({ by, markup: null })
  return createElement(Fragment, null, around, render(), around)
}

/** Renders a page; what is done with it next finds marks where the parts belong, and `fill` puts them in. */
export function renderWithParts(render: () => string) {
  parts = []
  const page = render()
  const used = parts
  parts = []
  return { page, fill: (text: string) => fill(text, used) }
}

/** The page in pieces, for `encode`. */
function fill(page: string, used: Part[]) {
  const [first, ...rest] = page.split(marks)
  const pieces: Piece[] = [first!]
  for (let at = 0; at < rest.length; at += 2) {
    const { by, markup } = used[Number(rest[at])]!
    if (markup === null) {
      keep(by!, rest[at + 1]!)
      pieces.push(rest[at + 1]!)
      at += 2 // its second mark
    } else pieces.push(...markup)
    pieces.push(rest[at + 1]!)
  }
  return pieces
}

function keep(by: string, markup: string) {
  kept.set(by, Buffer.from(markup))
  if (kept.size > keptMax) kept.delete(kept.keys().next().value!)
}
