import { createSecretKey, randomBytes } from 'node:crypto'

import { expect, test } from 'vitest'

import { type IdKeys, sealText } from '#app/accounts/sealed-text.server.ts'
import { startSession } from '#app/accounts/sessions.server.ts'
import { addContactMessage } from '#app/contact/add-contact-message.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { aBook, aStudent, aTeamMember } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { endSessionsOf, makePasswordLink, readIdNumber } from './person-deeds.server.ts'
import { readPerson, searchPeople } from './person-queries.server.ts'
import { readPost } from './post-queries.server.ts'
import { readTicket } from './ticket-detail-queries.server.ts'

const { db } = await freshDatabase()
const owner = await aTeamMember(db, 'owner')
const person = await aStudent(db, { name: 'Bani Das' })
const { id: accountId } = person

/** What the audit has of this since the last time. */
async function noted() {
  const rows = await db
    .selectFrom('auditEvents')
    .select(['event', 'memberId', 'accountId', 'subject', 'reason'])
    .orderBy('id')
    .execute()
  return rows.slice(seen, (seen = rows.length))
}
let seen = 0
await noted()
const by = { memberId: owner.id }

test('a look at a person, and at what a search for people finds, is noted without what was typed', async () => {
  expect(await readPerson(db, owner, accountId)).toMatchObject({ name: 'Bani Das', phone: person.phone })
  expect(await noted()).toEqual([{ event: 'person read', ...by, accountId, subject: null, reason: null }])
  expect(await searchPeople(db, owner, person.phone)).toHaveLength(1)
  expect(await noted()).toEqual([
    { event: 'people searched', ...by, accountId: null, subject: '1 found', reason: null },
  ])
  expect(await readPerson(db, owner, newId())).toBeNull()
  expect(await noted()).toEqual([])
})

test('a look at a ticket and at a post names whose they are', async () => {
  const message = { name: person.name, phone: person.phone, reason: 'A question', key: null }
  const { ticket } = (await addContactMessage(db, message, accountId)) as { ticket: number }
  expect(await readTicket(db, owner, ticket)).toMatchObject({ subject: 'A question' })
  const { id } = await aBook(db, person)
  expect(await readPost(db, owner, id)).toMatchObject({ sellerId: accountId })
  expect(await noted()).toEqual([
    { event: 'ticket read', ...by, accountId, subject: `ticket ${ticket}`, reason: null },
    { event: 'post read', ...by, accountId, subject: `post ${id}`, reason: null },
  ])
})

test('an id number, a password link and the end of all sessions are noted with the reason', async () => {
  const keys: IdKeys = [createSecretKey(randomBytes(32))]
  const sealedIdNumber = sealText(keys, accountId, 'AB 1234')
  await db.updateTable('students').set({ idType: 'PAN', sealedIdNumber }).where('accountId', '=', accountId).execute()
  await startSession(db, person)
  const about = { member: owner, accountId, reason: 'Asked by phone' }
  expect(await readIdNumber(db, keys, about)).toBe('AB 1234')
  expect(await makePasswordLink(db, about)).toMatch(/^\/reset-password\?/)
  await endSessionsOf(db, about)
  const sessions = await db.selectFrom('sessions').select('id').where('accountId', '=', accountId).execute()
  expect(sessions).toEqual([])
  const events = ['id number read', 'password link made', 'sessions ended']
  expect(await noted()).toEqual(
    events.map((event) => ({ event, ...by, accountId, subject: null, reason: 'Asked by phone' })),
  )
})
