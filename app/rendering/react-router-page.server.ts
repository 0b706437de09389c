import { deferredPreload, deferredType } from './deferred-scripts.ts'
import { pageDataId } from './page-data.ts'

interface Changes {
  /** JSON by name, which the browser reads with page-data.ts. */
  data: Record<string, string>
  /** Whether the page's scripts start on the first input (start-on-first-input.ts). */
  isDeferred: boolean
  /** Whether deferred scripts start after the first paint, without input. */
  startsAtOnce: boolean
  /** Whether the page is the team's, whose routes stand in a manifest of their own (server/build.ts). */
  isTeams: boolean
}

/**
 * Adds data to the HTML that React Router rendered, and defers its scripts. Depends on how React Router writes its
 * scripts, which is undocumented: a pattern that is not found throws, and react-router-page.test.ts checks the rest.
 */
export function finishPage(page: string, { data, isDeferred, startsAtOnce, isTeams }: Changes) {
  const { head, body, scripts } = splitPage(isTeams ? withTeamManifest(page) : page)
  const dataScripts = Object.entries(data).map(([id, json]) => dataScript(id, json))
  if (!isDeferred) return `<!DOCTYPE html>${head}${body}${dataScripts.join('')}${scripts}`
  return `<!DOCTYPE html>${deferPreloads(head)}${body}${dataScripts.join('')}${deferScripts(scripts, startsAtOnce)}`
}

const withTeamManifest = (page: string) => replaceOrThrow(page, /\/assets\/manifest-/g, '/assets/team-manifest-')

/** React Router's scripts are at the end of the body, beginning with the one that creates its context. */
function splitPage(page: string) {
  const endOfHead = indexOrThrow(page, '</head>')
  const context = page.lastIndexOf('>window.__reactRouterContext')
  const startOfScripts = context < 0 ? -1 : page.lastIndexOf('<script', context)
  if (startOfScripts < 0) throw new Error("React Router's page has no script that makes its context")
  return {
    head: page.slice(0, endOfHead),
    body: page.slice(endOfHead, startOfScripts),
    scripts: page.slice(startOfScripts),
  }
}

const deferPreloads = (head: string) =>
  replaceOrThrow(head, /<link rel="modulepreload"/g, `<link rel="${deferredPreload}"`)

function deferScripts(scripts: string, startsAtOnce: boolean) {
  const module = `$1 type="${deferredType}" data-type="module"${startsAtOnce ? ' data-now' : ''}>`
  const deferred = replaceOrThrow(scripts, /(<script[^>]*) type="module" async="">/, module)
  return replaceOrThrow(deferred, /<script(?=[^>]*>window\.__reactRouterContext)/, `$& type="${deferredType}"`)
}

/** Escapes `<`, so that nothing in the JSON can end the element. */
const dataScript = (id: string, json: string) =>
  `<script type="application/json" id="${pageDataId(id)}">${json.replaceAll('<', '\\u003c')}</script>`

function indexOrThrow(page: string, part: string) {
  const index = page.indexOf(part)
  if (index < 0) throw new Error(`React Router's page has no ${part}`)
  return index
}

function replaceOrThrow(text: string, pattern: RegExp, by: string) {
  const changed = text.replace(pattern, by)
  if (changed === text) throw new Error(`React Router's page has nothing like ${pattern}`)
  return changed
}
