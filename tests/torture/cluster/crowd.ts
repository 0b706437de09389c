import { setTimeout as sleep } from 'node:timers/promises'

import { aDeed, type Deed, formOf, type People } from '../faults/deeds.ts'
import type { Random } from '../random.ts'

/** A person gives up waiting after this time, and tries again. */
const patienceMs = 10_000
const pauseMs = 100

interface Place {
  /** The balancer, where people come in. */
  address: string
  /** The processes themselves, which the seller of posts asks one by one. */
  processes: string[]
  people: People
  random: Random
}

export interface Seen {
  deeds: Deed[]
  /** Tries that got no answer, or one that is none: each was made again, with the same key. */
  failedTries: string[]
  /** The longest time in which nobody's form was confirmed. */
  longestGapMs: number
  pages: { good: number; kept: number; failed: string[] }
  /** Addresses of lists and searches that lacked a book, although its seller had been told before the request that it was posted. */
  stale: string[]
  staleChecks: number
}

/**
 * People who submit forms, each again with the same key until it is confirmed; one of them posts books, and looks whether every
 * process shows each at once; and visitors who read.
 */
export function gather({ address, processes, people, random }: Place) {
  let seen = nothingSeen()
  let lastConfirmed = performance.now()
  let isOpen = true

  function noteConfirmed() {
    const now = performance.now()
    seen.longestGapMs = Math.max(seen.longestGapMs, now - lastConfirmed)
    lastConfirmed = now
  }

  async function submit(deed: Deed, cookie: string) {
    seen.deeds.push(deed)
    const { failedTries } = seen
    while (isOpen) {
      const answer = await send(address, { deed, people, cookie })
      if (answer === 'ok') {
        deed.outcome = 'ok'
        noteConfirmed()
        return
      }
      failedTries.push(answer)
      await sleep(pauseMs)
    }
  }
  const write = async (cookie: string) => {
    while (isOpen) {
      await submit(aDeed(random, ['order', 'order', 'order', 'comment', 'request', 'message']), cookie)
      await sleep(pauseMs / 4)
    }
  }
  const sell = async (cookie: string) => {
    while (isOpen) {
      const deed = aDeed(random, ['post'])
      await submit(deed, cookie)
      if (deed.outcome === 'ok') await Promise.all(processes.map((one) => lookFor(one, deed)))
      await sleep(pauseMs)
    }
  }
  async function lookFor(process: string, { mark }: Deed) {
    for (const path of ['/?tab=books', `/?tab=books&name=${mark}`]) {
      const page = await read(process + path)
      if (page.state !== 'good') continue // it does not answer, or says as of when it is
      seen.staleChecks++
      if (!page.text.includes(mark)) seen.stale.push(`${process}${path}`)
    }
  }
  const visit = async () => {
    for (let turn = 0; isOpen; turn++) {
      const { state, text } = await read(address + ['/', '/?tab=books', '/?tab=novels', '/search?q=physics'][turn % 4]!)
      if (state === 'failed') seen.pages.failed.push(text)
      else seen.pages[state]++
      await sleep(pauseMs / 2)
    }
  }

  const [seller, ...writers] = people.cookies
  const lives = [sell(seller!), ...writers.map(write), visit(), visit()]
  return {
    /** How many forms were confirmed since the last `takeSeen`. */
    confirmed: () => seen.deeds.filter(({ outcome }) => outcome === 'ok').length,
    /** What was seen since the last time. A form that is not confirmed yet belongs to it, too. */
    takeSeen() {
      noteConfirmed()
      const before = seen
      seen = nothingSeen()
      return before
    },
    async leave() {
      isOpen = false
      await Promise.all(lives)
    },
  }
}

const nothingSeen = (): Seen => ({
  deeds: [],
  failedTries: [],
  longestGapMs: 0,
  pages: { good: 0, kept: 0, failed: [] },
  stale: [],
  staleChecks: 0,
})

interface Form {
  deed: Deed
  people: People
  cookie: string
}

/** `ok`, or what came in its place. */
async function send(address: string, { deed, people, cookie }: Form) {
  const { path, body } = formOf(deed, people)
  try {
    const headers = { Accept: 'text/html', Cookie: cookie }
    const signal = AbortSignal.timeout(patienceMs)
    const answer = await fetch(address + path, { method: 'POST', redirect: 'manual', headers, body, signal })
    await answer.arrayBuffer()
    const isOk = answer.status === 303 || (deed.kind === 'message' && answer.status === 200)
    return isOk ? 'ok' : `${deed.kind} ${answer.status}`
  } catch (error) {
    return `${deed.kind} ${nameOf(error)}`
  }
}

async function read(address: string): Promise<{ state: 'good' | 'kept' | 'failed'; text: string }> {
  try {
    const answer = await fetch(address, { headers: { Accept: 'text/html' }, signal: AbortSignal.timeout(patienceMs) })
    const text = await answer.text()
    if (!answer.ok) return { state: 'failed', text: `page ${answer.status}` }
    return { state: text.includes('This page is as of') ? 'kept' : 'good', text }
  } catch (error) {
    return { state: 'failed', text: `page ${nameOf(error)}` }
  }
}

const nameOf = (error: unknown) =>
  (error as { cause?: { code?: string } }).cause?.code ?? (error instanceof Error ? error.name : String(error))
