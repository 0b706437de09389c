import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'

import { newId } from '#app/platform/ids.server.ts'
import { aStudent, madeAt, aTeamMember } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { readAskedAudit } from './asked-audit.ts'
import { listAudit } from './audit-queries.server.ts'
import { type AuditEvent, auditEvents, securityDays } from './audit-rules.ts'
import { forgetSecurityEvents } from './forget-security-events.job.server.ts'
import { noteAudit, noteAuditOnce } from './note-audit.server.ts'

const { db } = await freshDatabase()

/** The audit itself cannot be emptied: each test has rows of its own reason. */
let reason = ''
beforeEach(() => {
  reason = newId()
})

const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)

async function aRow(event: AuditEvent, at = new Date(), given: { accountId?: string; subject?: string } = {}) {
  const row = { ...madeAt(at), kind: auditEvents[event], event, by: 'somebody', memberId: null, reason }
  await db
    .insertInto('auditEvents')
    .values({ ...row, accountId: null, subject: null, ...given })
    .execute()
  return row.id
}

const kept = async () =>
  (await db.selectFrom('auditEvents').select('event').where('reason', '=', reason).orderBy('id').execute()).map(
    ({ event }) => event,
  )

/** What the page shows for a query of its address. */
const list = (query: string) => listAudit(db, readAskedAudit(new URL(`http://puthi.example/team/audit?${query}`)))
const eventsFor = async (query: string) =>
  (await list(query)).rows.filter((row) => row.reason === reason).map(({ event }) => event)

const refusal = 'The audit cannot be changed'

test('nothing of the audit is changed, deleted or emptied, however old it is', async () => {
  await aRow('ticket read', daysAgo(400))
  await aRow('ticket ended', daysAgo(400))
  await aRow('logged in', daysAgo(securityDays - 1))
  const change = db.updateTable('auditEvents').set({ by: 'another' }).where('reason', '=', reason)
  await expect(change.execute()).rejects.toThrow(refusal)
  await aRow('log-in locked', daysAgo(securityDays + 1))
  const changeOld = change.where('event', '=', 'log-in locked')
  await expect(changeOld.execute()).rejects.toThrow(refusal)
  for (const event of ['ticket read', 'ticket ended', 'logged in'] as const) {
    const remove = db.deleteFrom('auditEvents').where('reason', '=', reason).where('event', '=', event)
    await expect(remove.execute()).rejects.toThrow(refusal)
  }
  await expect(sql`truncate audit_events`.execute(db)).rejects.toThrow(refusal)
  expect(await kept()).toEqual(['ticket read', 'ticket ended', 'log-in locked', 'logged in'])
})

test('security events are forgotten after 180 days; looks, deeds and younger ones stay', async () => {
  await aRow('person read', daysAgo(securityDays + 30))
  await aRow('problem settled', daysAgo(securityDays + 20))
  await aRow('logged in', daysAgo(securityDays + 1))
  await aRow('phone changed', daysAgo(securityDays - 1))
  await forgetSecurityEvents(db)
  expect(await kept()).toEqual(['person read', 'problem settled', 'phone changed'])
})

test('what is noted again within 15 minutes is one row, unless it concerns somebody else', async () => {
  const [one, other] = [await aStudent(db), await aStudent(db)]
  for (const { id } of [one, one, other])
    await noteAuditOnce(db, { event: 'log-in locked', by: 'somebody', accountId: id, reason })
  expect(await kept()).toEqual(['log-in locked', 'log-in locked'])
})

test('the list is filtered by kind, event and member', async () => {
  const [rina, anu] = [await aTeamMember(db, 'support'), await aTeamMember(db, 'owner')]
  await noteAudit(db, { event: 'ticket read', by: rina, reason })
  await noteAudit(db, { event: 'ticket ended', by: rina, reason })
  await noteAudit(db, { event: 'figures exported', by: anu, reason })
  await noteAudit(db, { event: 'logged in', by: 'the person', reason })
  expect(await eventsFor('')).toEqual(['logged in', 'figures exported', 'ticket ended', 'ticket read'])
  expect(await eventsFor('kind=deed')).toEqual(['figures exported', 'ticket ended'])
  expect(await eventsFor('event=ticket+read')).toEqual(['ticket read'])
  expect(await eventsFor(`member=${rina.id}`)).toEqual(['ticket ended', 'ticket read'])
  expect(await eventsFor(`member=${rina.id}&kind=look`)).toEqual(['ticket read'])
  const [exported] = (await list(`member=${anu.id}&kind=deed`)).rows
  expect(exported).toMatchObject({ by: anu.name, memberId: anu.id, event: 'figures exported' })
})

test('an event of another kind than the one that is shown, and what is no id or day, are not asked for', async () => {
  await aRow('ticket ended')
  const asked = 'kind=deed&event=logged+in&member=none&from=yesterday&to=2025-13-40&before=first'
  expect(await eventsFor(asked)).toEqual(['ticket ended'])
})

test('the list is filtered by account, by member concerned, and by subject', async () => {
  const [student, member] = [await aStudent(db, { name: 'Rina Das' }), await aTeamMember(db, 'support')]
  await aRow('person read', undefined, { accountId: student.id })
  await aRow('member ended', undefined, { subject: `member ${member.id}` })
  await aRow('ticket read', undefined, { subject: 'ticket 2481' })
  await aRow('problem settled', undefined, { subject: 'order 2481' })
  await aRow('ticket taken', undefined, { subject: 'ticket 24810' })
  expect(await eventsFor(`about=${student.id}`)).toEqual(['person read'])
  expect(await eventsFor(`about=${member.id}`)).toEqual(['member ended'])
  expect(await eventsFor('about=2481')).toEqual(['problem settled', 'ticket read'])
  expect(await eventsFor('about=Ticket+2481')).toEqual(['ticket read'])
  expect(await eventsFor('about=ticket')).toEqual([])
})

test('the account is named as it is called now, and no more once it is deleted', async () => {
  const [student, gone] = [await aStudent(db, { name: 'Rina Das' }), newId()]
  await aRow('person read', undefined, { accountId: student.id })
  await db.updateTable('accounts').set({ name: 'Rina Bora' }).where('id', '=', student.id).execute()
  await aRow('account deleted', undefined, { accountId: gone })
  expect((await list(`about=${student.id}`)).rows).toMatchObject([{ accountId: student.id, accountName: 'Rina Bora' }])
  expect((await list(`about=${gone}`)).rows).toMatchObject([{ accountId: gone, accountName: null }])
})

test('days are those of India, and both ends count', async () => {
  await aRow('ticket read', new Date('2025-11-13T18:29:59.999Z'))
  await aRow('ticket taken', new Date('2025-11-13T18:30:00Z'))
  await aRow('ticket noted', new Date('2025-11-14T18:29:59.999Z'))
  await aRow('ticket ended', new Date('2025-11-14T18:30:00Z'))
  expect(await eventsFor('from=2025-11-14&to=2025-11-14')).toEqual(['ticket noted', 'ticket taken'])
  expect(await eventsFor('from=2025-11-15&to=2025-11-15')).toEqual(['ticket ended'])
  expect(await eventsFor('to=2025-11-13')).toEqual(['ticket read'])
})

test('a page has 50 rows, and the next one goes on where it ended', async () => {
  const subject = `ticket ${reason}`
  const ids: string[] = []
  for (let n = 0; n < 120; n++) ids.push(await aRow('ticket read', new Date(Date.UTC(2025, 0, 1, 0, n)), { subject }))
  const newestFirst = ids.toReversed()
  const pages: string[][] = []
  let before: string | null = ''
  while (before !== null) {
    const page: Awaited<ReturnType<typeof list>> = await list(`about=${subject}&kind=look&before=${before}`)
    pages.push(page.rows.map(({ id }) => id))
    before = page.next
  }
  expect(pages).toEqual([newestFirst.slice(0, 50), newestFirst.slice(50, 100), newestFirst.slice(100)])
})
