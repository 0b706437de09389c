import { hideComment, showComment } from '#app/comments/hide-comment.server.ts'
import { endSuspension, suspendAccount } from '#app/accounts/suspend-account.server.ts'
import type { AuditEvent } from '#app/audit/audit-rules.ts'
import { noteAudit } from '#app/audit/note-audit.server.ts'
import { dropFiles, removeDropped } from '#app/files/storage/drop-files.server.ts'
import type { Storage } from '#app/files/storage/storage.server.ts'
import { tell } from '#app/notices/tell.server.ts'
import { tellOfSuspension } from '#app/orders/tell-of-suspension.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { hidePost, hidePostsOf, showPost, showPostsOf } from '#app/posts/hide-post.server.ts'
import { removePost } from '#app/posts/selling/delete-post.server.ts'
import { hideRating, showRating } from '#app/ratings/hide-rating.server.ts'
import type { Reported, TicketEvent } from '#app/tickets/ticket-rules.ts'

import type { ModerationDeed } from './moderation-rules.ts'
import type { TeamMember } from './team-member.ts'

interface Moderation {
  member: TeamMember
  /** What it is done to. A person is warned or suspended, the others are hidden, shown or removed. */
  thing: Reported
  id: string
  deed: ModerationDeed
  /** The owner reads it. */
  reason: string
  /** Of a suspension; null: for good. */
  days?: number | null
  /** The ticket that it is done for: its history has it, too. */
  ticketId?: string | null
}

/** Does what a member of the team decided, and notes it in the audit. False if there is nothing to do it to. */
export async function moderate(db: Db, storage: Storage, moderation: Moderation) {
  const { member, thing, id, deed, reason, days = null, ticketId = null } = moderation
  const dropped = await db.transaction().execute(async (transaction) => {
    const done = await deeds[deed](transaction, { thing, id, reason, days })
    if (!done) return null
    await noteAudit(transaction, {
      event: auditOf[deed],
      by: member,
      accountId: done.ownerId,
      subject: `${thing} ${id}`,
      reason: deed === 'suspend' ? `${days === null ? 'for good' : `${days} days`}: ${reason}` : reason || null,
    })
    if (ticketId) {
      const entry = { ticketId, event: eventOf[deed], by: 'team', memberId: member.id, words: reason || null } as const
      await transaction.insertInto('ticketEntries').values(entry).execute()
      await transaction
        .updateTable('tickets')
        .set({ state: 'open' })
        .where('id', '=', ticketId)
        .where('state', '=', 'new')
        .execute()
    }
    return done.dropped ?? []
  })
  if (dropped) await removeDropped(db, storage, dropped)
  return dropped !== null
}

interface Done {
  ownerId: string | null
  /** Keys of files that nothing needs any more. */
  dropped?: string[]
}

type Do = (db: Db, of: { thing: Reported; id: string; reason: string; days: number | null }) => Promise<Done | null>

const deeds: Record<ModerationDeed, Do> = {
  async hide(db, { thing, id, reason }) {
    if (thing === 'post') return ownerOf(await hidePost(db, id, reason))
    if (thing === 'comment') return authorOf(await hideComment(db, id, reason))
    if (thing === 'rating') return authorOf(await hideRating(db, id, reason))
    return null
  },
  async show(db, { thing, id }) {
    if (thing === 'post') return ownerOf(await showPost(db, id))
    if (thing === 'comment') return authorOf(await showComment(db, id))
    if (thing === 'rating') return authorOf(await showRating(db, id))
    return null
  },
  async remove(db, { thing, id, reason }) {
    if (thing !== 'post') return null
    const removed = await removePost(db, id)
    if (!removed) return null
    await dropFiles(db, removed.unused)
    await tell(db, removed.sellerId, { event: 'post removed', detail: reason })
    return { ownerId: removed.sellerId, dropped: removed.unused }
  },
  async warn(db, { thing, id, reason }) {
    const ownerId = await findOwner(db, thing, id)
    if (!ownerId) return null
    await tell(db, ownerId, { event: 'warning', detail: reason })
    return { ownerId }
  },
  async suspend(db, { thing, id, reason, days }) {
    const ownerId = await findOwner(db, thing, id)
    if (!ownerId || !(await suspendAccount(db, { id: ownerId, days, reason }))) return null
    await hidePostsOf(db, ownerId)
    await tellOfSuspension(db, ownerId)
    return { ownerId }
  },
  async lift(db, { thing, id }) {
    const ownerId = await findOwner(db, thing, id)
    return ownerId && (await liftSuspension(db, ownerId)) ? { ownerId } : null
  },
}

export async function liftSuspension(db: Db, accountId: string) {
  if (!(await endSuspension(db, accountId))) return false
  await showPostsOf(db, accountId)
  return true
}

const ownerOf = (post: { sellerId: string } | null): Done | null => post && { ownerId: post.sellerId }
const authorOf = (thing: { authorId: string | null } | null): Done | null => thing && { ownerId: thing.authorId }

/** Whose it is. */
async function findOwner(db: Db, thing: Reported, id: string) {
  const row = await {
    post: () => db.selectFrom('allPosts').select('sellerId as ownerId').where('id', '=', id).executeTakeFirst(),
    comment: () => db.selectFrom('allComments').select('authorId as ownerId').where('id', '=', id).executeTakeFirst(),
    rating: () => db.selectFrom('ratings').select('authorId as ownerId').where('id', '=', id).executeTakeFirst(),
    person: () => db.selectFrom('accounts').select('id as ownerId').where('id', '=', id).executeTakeFirst(),
  }[thing]()
  return row?.ownerId ?? null
}

const auditOf: Record<ModerationDeed, AuditEvent> = {
  hide: 'hidden',
  show: 'shown again',
  remove: 'removed',
  warn: 'person warned',
  suspend: 'account suspended',
  lift: 'suspension ended',
}

const eventOf: Record<ModerationDeed, TicketEvent> = {
  hide: 'hidden',
  show: 'shown',
  remove: 'removed',
  warn: 'warned',
  suspend: 'suspended',
  lift: 'shown',
}
