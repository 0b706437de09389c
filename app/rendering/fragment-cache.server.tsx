import { randomUUID } from 'node:crypto'

import { LRUCache } from 'lru-cache'
import type { ComponentType, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'

import { PageFragmentsContext } from './cached.tsx'

type Cache = LRUCache<string, Uint8Array>

interface Fragment {
  cache: Cache
  key: string
  /** Null if it is not cached yet: the page then has it between two markers. */
  markup: Uint8Array | null
}

/** Random per process, so that user content cannot contain it (React would escape it anyway). */
export const mark = `fragment-${randomUUID()}-`
const markers = new RegExp(`<template id="${mark}(\\d+)"></template>`)

/**
 * Renders pages with a cache for `Cached` components. React's HTML has a marker in place of each cached fragment, and
 * one before and after each fragment to be cached; `fill` replaces them in the finished page. Each component has an LRU
 * cache of its own, in bytes rather than strings: a page that is mostly fragments stays a short string until then.
 */
export function createFragmentCache({ maxBytes = 12 * 1024 * 1024 } = {}) {
  const caches = new Map<unknown, Cache>()

  function cacheOf(component: unknown) {
    const cache = caches.get(component) ?? new LRUCache({ maxSize: maxBytes, sizeCalculation: bytesOf })
    caches.set(component, cache)
    return cache
  }

  return function renderPage(page: ReactNode) {
    const fragments: Fragment[] = []
    function fragmentOf<Props extends object>(Component: ComponentType<Props>, props: Props) {
      const cache = cacheOf(Component)
      const key = JSON.stringify(props)
      const markup = cache.get(key) ?? null
      const here = <template id={mark + (fragments.push({ cache, key, markup }) - 1)} />
      if (markup !== null) return here
      return (
        <PageFragmentsContext value={null}>
          {here}
          <Component {...props} />
          {here}
        </PageFragmentsContext>
      )
    }

    const html = renderToString(<PageFragmentsContext value={{ fragmentOf }}>{page}</PageFragmentsContext>)
    return { html, fill: (finished: string) => fill(finished, fragments) }
  }
}

/** Returns the page as bytes, with fragments in place of their markers, and caches new fragments. */
function fill(page: string, fragments: Fragment[]) {
  const [first, ...rest] = page.split(markers)
  const pieces: (string | Uint8Array)[] = [first!]
  // `rest` alternates between a marker's number and the HTML up to the next marker.
  for (let at = 0; at < rest.length; at += 2) {
    const { cache, key, markup } = fragments[Number(rest[at])]!
    if (markup !== null) pieces.push(markup)
    else {
      // A copy: a small Buffer is a view of Node's pool and would keep a whole slab in memory.
      const rendered = new Uint8Array(Buffer.from(rest[at + 1]!))
      cache.set(key, rendered)
      pieces.push(rendered)
      at += 2 // skips its second marker
    }
    pieces.push(rest[at + 1]!)
  }
  return concat(pieces)
}

/** Writes strings where they belong: as Buffers of their own they would take the memory of a second page. */
function concat(pieces: (string | Uint8Array)[]) {
  const page = Buffer.allocUnsafe(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0))
  let end = 0
  for (const piece of pieces) {
    if (typeof piece === 'string') end += page.write(piece, end)
    else {
      page.set(piece, end)
      end += piece.length
    }
  }
  return page
}

const bytesOf = (markup: Uint8Array, key: string) => markup.length + Buffer.byteLength(key)
