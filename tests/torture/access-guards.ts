import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { siteMap } from '#app/access/site-map.ts'
import { startTestPostgres } from '#tests/support/postgres.ts'
import { copyProject } from '#tests/support/project-copy.ts'

import { buyersPhone } from './access-people.ts'
import type { Options } from './access.ts'
import type { Finding } from './finding.ts'

/** A check in the source that restricts access, and the source without it. */
interface Guard {
  name: string
  file: string
  without: (source: string) => string
}

/** A guard whose text must occur exactly once in its file. */
const guard = (name: string, file: string, text: string, instead = ''): Guard => ({
  name,
  file,
  without: (source) => (source.split(text).length === 2 ? source.replace(text, () => instead) : source),
})

/** Without the second owner check of updating and deleting a post, which own-posts.server.test.ts tests. */
const guards: Guard[] = [
  ...siteMap
    .filter(({ opens }) => opens.length < 3)
    .map(({ path: page }) => ({
      name: `${page} is not everyone's`,
      file: 'app/access/site-map.ts',
      without: (source: string) =>
        `${source}\n;(siteMap.find((one) => one.path === '${page}') as { opens: unknown }).opens = everyone\n`,
    })),
  guard(
    'pages are held to the site map',
    'app/access.server.ts',
    'if (!page?.opens.includes(role)) throw',
    'if (!page) throw',
  ),
  guard('forms are held to the site map', 'app/access.server.ts', '!isReading && !maySend(page, role, url)', '!page'),
  guard('a session ends', 'app/accounts/sessions.server.ts', ' and expires_at > now()\n      and (suspended', '\n      and (suspended'), // prettier-ignore
  guard('nobody ends the session of another', 'app/accounts/sessions.server.ts', "deleteFrom('sessions').where('accountId', '=', id).where('id'", "deleteFrom('sessions').where('id'"), // prettier-ignore
  guard('people see their own sessions', 'app/accounts/sessions.server.ts', ".where('accountId', '=', id)\n    .where('expiresAt'", ".where('expiresAt'"), // prettier-ignore
  guard('who logs out ends no other session', 'app/accounts/sessions.server.ts', "deleteFrom('sessions').where('tokenSha256', '=', sha256(token))", "deleteFrom('sessions')"), // prettier-ignore
  guard('who logs out is out', 'app/accounts/log-out.ts', 'if (token) await endSession(context.get(dbContext), token)'),
  guard('My Posts lists own posts', 'app/posts/selling/own-post-queries.server.ts', ".where('posts.sellerId', '=', seller.id)\n    .orderBy", '.orderBy'), // prettier-ignore
  guard('a post is edited by its owner', 'app/posts/selling/own-post-queries.server.ts', ".where('posts.sellerId', '=', seller.id)\n    .executeTakeFirst", '.executeTakeFirst'), // prettier-ignore
  guard('Orders lists own orders', 'app/orders/order-queries.server.ts', '.where(isOf(side, account))\n'),
  guard('no other order stands first in Orders', 'app/orders/order-queries.server.ts', "    .where(isOf('seller', seller))\n"), // prettier-ignore
  guard('no other order stands first in purchases', 'app/orders/order-queries.server.ts', "    .where(isOf('buyer', buyer))\n"), // prettier-ignore
  guard('an order is changed by its buyer and its seller', 'app/orders/change-order.server.ts', "if (!order || !side) return 'gone'", "if (!order) return 'gone'"), // prettier-ignore
  guard('each side does what is its own to do', 'app/orders/change-order.server.ts', "if (!mayDo(side, deed, order)) return 'too late'"), // prettier-ignore
  guard('an order is opened by its seller', 'app/orders/order-queries.server.ts', ".where('sellerId', '=', seller.id)\n    .executeTakeFirst", '.executeTakeFirst'), // prettier-ignore
  guard('dialogs open for who is signed in', 'app/market/post-dialog-queries.server.ts', 'if (!viewer) throw toLogIn', 'if (!viewer) return null'), // prettier-ignore
  guard('dialogs of courses open for students', 'app/market/post-dialog-queries.server.ts', 'if (!mayDealIn(viewer.kind, post.kind)) throw toLogIn'), // prettier-ignore
  guard('stores comment on no course', 'app/comments/add-comment.server.ts', "if (!mayDealIn(by.kind, post.kind)) return 'not for stores'"), // prettier-ignore
  guard('stores buy no course', 'app/orders/place-order.server.ts', "if (!mayDealIn(buyer.kind, post.kind)) return 'not for stores'"), // prettier-ignore
  guard(
    'nobody buys of themselves',
    'app/orders/place-order.server.ts',
    "if (buyer.id === post.sellerId) return 'own'",
  ),
  guard('nobody deletes the comment of another', 'app/comments/delete-comment.server.ts', '.where(isOfAuthorOrSeller(viewerId))'), // prettier-ignore
  guard(
    'only the seller answers',
    'app/comments/add-answer.server.ts',
    "if (by.id !== question.sellerId) return 'not the seller'",
  ),
  guard('who commented is masked', 'app/comments/comment-queries.server.ts', ': masked(authorId, secret)', ': authorId'), // prettier-ignore
  guard('a page of a student tells no phone', 'app/accounts/seller-queries.server.ts', "is.case().when('accounts.kind', '=', 'store')", "is.case().when('accounts.kind', '<>', 'team' as never)"), // prettier-ignore
  guard('a page of a seller tells no e-mail', 'app/accounts/seller-queries.server.ts', "'stores.address',", "'accounts.email as address',"), // prettier-ignore
  guard('Saved lists what one saved', 'app/saved/saved-queries.server.ts', ".where('accountId', '=', viewer.id)\n"),
  guard('nobody removes what another saved', 'app/saved/save-post.server.ts', "deleteFrom('savedPosts').where('accountId', '=', viewer.id)", "deleteFrom('savedPosts')"), // prettier-ignore
  guard('nobody saves an own post', 'app/saved/save-post.server.ts', "if (post.sellerId === viewer.id) return 'own'"),
  guard('people download what they saved', 'app/privacy/account-data-queries.server.ts', "'pricePaise', 'createdAt'])\n        .where('accountId', '=', id)", "'pricePaise', 'createdAt'])"), // prettier-ignore
  guard('My Requests lists what one asked for', 'app/book-requests/book-request-queries.server.ts', ".where('bookRequests.accountId', '=', viewer.id)"), // prettier-ignore
  guard('nobody closes the request of another', 'app/book-requests/change-book-request.server.ts', ".where('accountId', '=', viewer.id)"), // prettier-ignore
  guard('nobody stops the search of another', 'app/saved-searches/save-search.server.ts', ".where('id', '=', id)\n    .where('accountId', '=', viewer.id)", ".where('id', '=', id)"), // prettier-ignore
  guard('My Requests lists the own searches', 'app/saved-searches/save-search.server.ts', "'title', 'createdAt'])\n    .where('accountId', '=', viewer.id)", "'title', 'createdAt'])"), // prettier-ignore
  guard('wanted books tell no address', 'app/book-requests/wanted-queries.server.ts', 'class_name, book_requests.stream', 'book_requests.address as class_name, book_requests.stream'), // prettier-ignore
  guard('people download their own searches', 'app/privacy/account-data-queries.server.ts', ".selectFrom('savedSearches')\n        .select(['query', 'title', 'createdAt'])\n        .where('accountId', '=', id)", ".selectFrom('savedSearches')\n        .select(['query', 'title', 'createdAt'])"), // prettier-ignore
  guard('a list tells no phone', 'app/posts/post-queries.server.ts', 'accounts.name as "sellerName"', 'accounts.phone as "sellerName"'), // prettier-ignore
  guard('a page tells of who asks alone', 'app/layout/site.server.ts', 'viewer: context.get(viewerContext),', `viewer: { kind: 'student', ...context.get(viewerContext), phone: '${buyersPhone}' } as never,`), // prettier-ignore
  guard('people download their own account', 'app/privacy/account-data-queries.server.ts', ".selectAll()\n    .where('id', '=', id)", '.selectAll()'), // prettier-ignore
  guard('people download their own requests', 'app/privacy/account-data-queries.server.ts', "'comment', 'createdAt'])\n        .where('accountId', '=', id)", "'comment', 'createdAt'])"), // prettier-ignore
  guard('people download their own messages', 'app/privacy/account-data-queries.server.ts', "'reason', 'createdAt'])\n        .where('accountId', '=', id)", "'reason', 'createdAt'])"), // prettier-ignore
  guard(
    'people download their own posts',
    'app/privacy/account-data-queries.server.ts',
    ".where('sellerId', '=', viewer.id)",
  ),
  guard('people download their own comments', 'app/privacy/account-data-queries.server.ts', ".where('comments.authorId', '=', id)"), // prettier-ignore
  guard('people download their own orders', 'app/privacy/account-data-queries.server.ts', ".where(column, '=', id)"),
  guard('people change their own profile', 'app/accounts/save-account.server.ts', ".where('id', '=', id)\n    .execute()", '.execute()'), // prettier-ignore
  guard('people read their own notices', 'app/notices/notice-queries.server.ts', ".where('notices.accountId', '=', accountId)"), // prettier-ignore
  guard('nobody opens the notice of another', 'app/notices/notice-queries.server.ts', ".where('accountId', '=', accountId)\n    .where('isInApp', '=', true)\n    .returning", ".where('isInApp', '=', true)\n    .returning"), // prettier-ignore
  guard('people download their own notices', 'app/privacy/account-data-queries.server.ts', "'readAt', 'createdAt'])\n        .where('accountId', '=', id)", "'readAt', 'createdAt'])"), // prettier-ignore
  guard(
    'a page that is cached is for visitors',
    'server/http/page-cache.ts',
    " || hasSessionCookie(c.req.header('cookie'))",
  ),
  guard('a page of the team is the team’s', 'app/access.server.ts', "if (allowed === 'everyone' || (member && allowed.includes(member.role))) return", 'return'), // prettier-ignore
  guard('support does not do what owners do', 'app/access.server.ts', 'member && allowed.includes(member.role)', 'member'), // prettier-ignore
  guard('the password alone opens nothing of the team', 'app/team/team-sessions.server.ts', ".where('isComplete', '=', isComplete)\n"), // prettier-ignore
  guard('support removes nothing', 'app/team/post-page.tsx', "if (!deedsOn('post', member.role).includes(deed)) throw data(null, 404)"), // prettier-ignore
  guard('visitors upload for a sign-up only', 'server/http/uploads.ts', "if (person === null && !isForSignUp(c)) return c.json({ problem: 'not signed in' }, 401)"), // prettier-ignore
]

/**
 * Removes one guard at a time from a copy of the project, builds and runs that copy's server, and expects the tests to
 * find an offence each time.
 */
export async function proveGuards(seed: number, examine: (options: Options) => Promise<Finding[]>): Promise<Finding[]> {
  const copy = copyProject()
  const postgres = await startTestPostgres()
  const findings: Finding[] = []
  try {
    for (const { name, file, without } of guards) {
      const source = readFileSync(file, 'utf8')
      writeFileSync(path.join(copy, file), without(source))
      const options = { seed, isLong: false, isProof: true, project: copy, postgresUrl: postgres.url }
      const found = (await examine(options)).find(({ holds }) => !holds)?.found.split('\n')[0]
      writeFileSync(path.join(copy, file), source)
      console.log(`${found ? '✓' : '✗'} without "${name}": ${found ?? 'nothing was noticed'}`)
      const holds = found !== undefined
      findings.push({ part: 'access', tried: `without "${name}"`, found: found ?? 'nothing was noticed', holds })
    }
  } finally {
    await postgres.stop()
    rmSync(copy, { recursive: true, force: true })
  }
  return findings
}

/** Guards whose text does not occur exactly once in its file, as the source has changed: the list must be updated. */
export function missingGuards(): Finding {
  const missing = guards
    .filter(({ file, without }) => without(readFileSync(file, 'utf8')) === readFileSync(file, 'utf8'))
    .map(({ name }) => name)
  return {
    part: 'access',
    tried: `guards that can be taken away: ${guards.length}`,
    found: missing.length > 0 ? `not found once: ${missing.join(', ')}` : 'each stands once in the source',
    holds: missing.length === 0,
  }
}
