import { expect, test } from 'vitest'

import { aStore, aStudent, makersPassword } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { changePassword } from './change-password.server.ts'
import { logIn } from './log-in.server.ts'
import { findSession, listSessions, startSession } from './sessions.server.ts'

const { db } = await freshDatabase()
const address = '10.0.0.1'
const newPassword = 'quite@new1'

test('a new password logs out every other browser, and the old one no longer logs in', async () => {
  for (const viewer of [await aStudent(db), await aStore(db)]) {
    const [here, elsewhere] = [await startSession(db, viewer), await startSession(db, viewer)]
    const change = { viewer, currentPassword: makersPassword, newPassword, address, browser: 'Chrome on Android' }
    const { token } = await changePassword(db, change)
    expect((await findSession(db, token!))?.viewer.id).toBe(viewer.id)
    for (const old of [here, elsewhere]) expect(await findSession(db, old)).toBeNull()
    expect((await listSessions(db, viewer)).map(({ browser }) => browser)).toEqual(['Chrome on Android'])
    const { kind, phone } = viewer
    expect(await logIn(db, kind, { phone, password: makersPassword, address })).toEqual({ refused: 'wrong' })
    expect(await logIn(db, kind, { phone, password: newPassword, address })).toHaveProperty('token')
  }
})

test('a wrong current password changes nothing, and too many lock, as at log-in', async () => {
  const viewer = await aStudent(db)
  const here = await startSession(db, viewer)
  const guess = { viewer, currentPassword: 'not this one', newPassword, address, browser: null }
  for (let n = 0; n < 10; n++) expect(await changePassword(db, guess)).toEqual({ refused: 'wrong password' })
  expect(await changePassword(db, guess)).toMatchObject({ refused: 'locked' })
  expect(await changePassword(db, { ...guess, currentPassword: makersPassword })).toMatchObject({ refused: 'locked' })
  expect(await findSession(db, here)).not.toBeNull()
})

test('of two changes at once one is made, and its session is the only one', async () => {
  const viewer = await aStudent(db)
  const changes = ['first@new1', 'second@new1'].map((password) =>
    changePassword(db, { viewer, currentPassword: makersPassword, newPassword: password, address, browser: null }),
  )
  const results = await Promise.all(changes)
  const tokens = results.flatMap((result) => result.token ?? [])
  expect(tokens).toHaveLength(1)
  expect(results).toContainEqual({ refused: 'wrong password' })
  expect(await listSessions(db, viewer)).toHaveLength(1)
})

test('a refusal of the limit changes nothing', async () => {
  const viewer = await aStudent(db)
  const here = await startSession(db, viewer)
  const tooMany = { text: 'Too many', waitSeconds: 60 }
  const change = { viewer, currentPassword: makersPassword, newPassword, address, browser: null }
  expect(await changePassword(db, change, () => Promise.resolve(tooMany))).toEqual({ refused: 'too many', tooMany })
  expect(await findSession(db, here)).not.toBeNull()
})
