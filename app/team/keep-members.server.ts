import { hash, randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import type { TeamRole } from '#app/access/role-rules.ts'
import { hashPassword } from '#app/accounts/password.server.ts'
import { type AuditActor, noteAudit } from '#app/audit/note-audit.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { linkHours } from './team-rules.ts'
import { endTeamSessionsOf } from './team-sessions.server.ts'

const sha256 = (token: string) => hash('sha256', token, 'buffer')
const isEmail = (email: string) => sql<boolean>`lower(email) = ${email.toLowerCase()}`

interface NewMember {
  name: string
  email: string
  role: TeamRole
}

/** Returns the path of the link by which the member chooses a password. */
export async function addMember(db: Db, { name, email, role }: NewMember, by: AuditActor) {
  return db.transaction().execute(async (transaction) => {
    const added = await transaction
      .insertInto('teamMembers')
      .values({ name, email, role })
      .onConflict((conflict) =>
        conflict
          .expression(sql`lower(email)`)
          .where('endedAt', 'is', null)
          .doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (!added) return 'taken'
    await noteAudit(transaction, { event: 'member added', by, subject: `member ${added.id}`, reason: role })
    return makeMemberLink(transaction, added.id)
  })
}

/** A member who lost the password or the codes sets up both anew. All sessions end. */
export async function renewMember(db: Db, email: string, by: AuditActor) {
  return db.transaction().execute(async (transaction) => {
    const member = await transaction
      .updateTable('teamMembers')
      .set({ passwordHash: null, sealedCodeSecret: null, codeStep: '0' })
      .where(isEmail(email))
      .where('endedAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!member) return 'gone'
    await transaction.deleteFrom('teamRecoveryCodes').where('memberId', '=', member.id).execute()
    await endTeamSessionsOf(transaction, member.id)
    await noteAudit(transaction, { event: 'member link made', by, subject: `member ${member.id}` })
    return makeMemberLink(transaction, member.id)
  })
}

/** What the member did stays. */
export async function endMember(db: Db, email: string, by: AuditActor) {
  return db.transaction().execute(async (transaction) => {
    const member = await transaction
      .updateTable('teamMembers')
      .set({
        endedAt: sql<Date>`now()`,
        passwordHash: null,
        sealedCodeSecret: null,
        linkSha256: null,
        linkUntil: null,
      })
      .where(isEmail(email))
      .where('endedAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!member) return 'gone'
    await transaction.deleteFrom('teamRecoveryCodes').where('memberId', '=', member.id).execute()
    await endTeamSessionsOf(transaction, member.id)
    await transaction.updateTable('tickets').set({ holderId: null }).where('holderId', '=', member.id).execute()
    await noteAudit(transaction, { event: 'member ended', by, subject: `member ${member.id}` })
    return 'ended'
  })
}

export const listMembers = (db: Db) =>
  db
    .selectFrom('teamMembers')
    .select(['name', 'email', 'role', 'createdAt', 'endedAt'])
    .select(sql<boolean>`code_step > 0`.as('hasCodes'))
    .orderBy('endedAt', (order) => order.desc().nullsFirst())
    .orderBy('name')
    .execute()

async function makeMemberLink(db: Db, memberId: string) {
  const token = randomBytes(32).toString('base64url')
  await db
    .updateTable('teamMembers')
    .set({ linkSha256: sha256(token), linkUntil: sql<Date>`now() + make_interval(hours => ${linkHours})` })
    .where('id', '=', memberId)
    .execute()
  return { path: `/team/password?token=${token}` }
}

const isOfLink = (token: string) => sql<boolean>`link_sha256 = ${sha256(token)} and link_until > now()`

/** Whose link it is; undefined if it was used, is too old, or never was one. */
export const findMemberOfLink = (db: Db, token: string | null) =>
  token === null
    ? undefined
    : db.selectFrom('teamMembers').select(['id', 'name', 'email']).where(isOfLink(token)).executeTakeFirst()

/** By the link, once. */
export async function choosePassword(db: Db, token: string, newPassword: string) {
  const passwordHash = await hashPassword(newPassword) // slow, so before the transaction
  return db.transaction().execute(async (transaction) => {
    const member = await transaction
      .updateTable('teamMembers')
      .set({ passwordHash, linkSha256: null, linkUntil: null })
      .where(isOfLink(token))
      .returning(['id', 'name'])
      .executeTakeFirst()
    if (!member) return 'link gone'
    await endTeamSessionsOf(transaction, member.id)
    await noteAudit(transaction, { event: 'team password chosen', by: member, subject: `member ${member.id}` })
    return 'chosen'
  })
}
