import type { Kysely } from 'kysely'

import { forgetOldBrowsers } from '#app/accounts/known-browsers.server.ts'
import { forgetOldAttempts } from '#app/accounts/log-in-limits.server.ts'
import { endExpiredSessions } from '#app/accounts/sessions.server.ts'
import { forgetSecurityEvents } from '#app/audit/forget-security-events.job.server.ts'
import { sweepFiles } from '#app/files/storage/sweep-files.job.server.ts'
import { deleteExpiredBuckets } from '#app/limits/limits.server.ts'
import { matchPosts } from '#app/matching/match-posts.job.server.ts'
import { forgetOldNotices } from '#app/notices/forget-notices.job.server.ts'
import { runClock } from '#app/orders/run-clock.job.server.ts'
import { groupCopies } from '#app/posts/copies/group-copies.job.server.ts'
import { renewIndex } from '#app/posts/renew-index.job.server.ts'
import { countWords } from '#app/posts/search/count-words.job.server.ts'
import { movePosts } from '#app/posts/search/move-posts.job.server.ts'
import { cutSitemap } from '#app/posts/sharing/cut-sitemap.job.server.ts'
import { showDueRatings } from '#app/ratings/show-due-ratings.job.server.ts'
import { deleteOldPageChanges } from '#app/rendering/page-changes.server.ts'
import { endSuspensions } from '#app/team/end-suspensions.job.server.ts'
import { endExpiredTeamSessions } from '#app/team/team-sessions.server.ts'
import type { Storage } from '#app/files/storage/storage.server.ts'
import type { Job } from '#app/platform/jobs.server.ts'
import type { Tables } from '#app/platform/db.server.ts'
import type { PreviewMaker } from '#app/posts/preview/draw-previews.job.server.ts'
import type { Synonyms } from '#app/posts/search/synonyms.ts'
import { loadDemo } from '#database/demo/demo.ts'

interface Given {
  db: Kysely<Tables>
  storage: Storage
  synonyms: Synonyms
  previews: PreviewMaker
  isStopping: () => boolean
  hasDemo: boolean
}

/** Jobs that run at intervals. A lease in the database lets one process at a time run each. */
export function jobsOf({ db, storage, synonyms, previews, isStopping, hasDemo }: Given): Job[] {
  const loadRest = () => loadDemo(db, storage, { isStopping })
  return [
    { name: 'sweep files', everyMs: 10 * 60_000, run: () => sweepFiles(db, storage) },
    { name: 'forget log-in attempts', everyMs: 10 * 60_000, run: forgetOldAttempts },
    { name: 'forget page changes', everyMs: 60 * 60_000, run: deleteOldPageChanges },
    { name: 'forget empty buckets', everyMs: 10 * 60_000, run: deleteExpiredBuckets },
    { name: 'end expired sessions', everyMs: 60 * 60_000, run: endExpiredSessions },
    { name: 'end suspensions', everyMs: 10 * 60_000, run: endSuspensions },
    { name: 'end expired team sessions', everyMs: 60 * 60_000, run: endExpiredTeamSessions },
    { name: 'forget security events', everyMs: 24 * 60 * 60_000, run: forgetSecurityEvents },
    { name: 'forget old browsers', everyMs: 24 * 60 * 60_000, run: forgetOldBrowsers },
    { name: 'run clock of orders', everyMs: 10 * 60_000, run: runClock },
    { name: 'count words', everyMs: 5_000, run: countWords },
    { name: 'group copies', everyMs: 5_000, run: (on) => groupCopies(on, synonyms) },
    { name: 'match posts', everyMs: 5_000, run: (on) => matchPosts(on, synonyms) },
    { name: 'show ratings', everyMs: 10 * 60_000, run: showDueRatings },
    { name: 'forget old notices', everyMs: 24 * 60 * 60_000, run: forgetOldNotices },
    { name: 'draw previews', everyMs: 10 * 60_000, run: () => previews.drawAll() },
    { name: 'move posts', everyMs: 5_000, run: movePosts },
    { name: 'renew search index', everyMs: 10 * 60_000, run: (on) => renewIndex(on, synonyms) },
    { name: 'cut sitemap', everyMs: 10 * 60_000, run: (on) => cutSitemap(on) },
    ...(hasDemo ? [{ name: 'load demo', everyMs: 10_000, run: loadRest }] : []),
  ]
}
