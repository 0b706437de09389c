import { expect, test } from 'vitest'

import { logIn } from '#app/accounts/log-in.server.ts'
import { resetPassword } from '#app/accounts/reset-password.server.ts'
import { tell, tellByMail } from '#app/notices/tell.server.ts'
import { aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { runScript } from '#tests/support/run-script.ts'

const { db, url } = await freshDatabase()

const run = (script: string, args: string[], env: Record<string, string> = {}) => runScript(url, script, args, env)

test('mails are listed with what became of them, and are kept where none can be sent', async () => {
  expect(await run('mails', [])).toContain('No mails in the last 30 days.')
  const student = await aStudent(db, { emailConfirmedAt: new Date() })
  await tell(db, student.id, { event: 'password changed' })
  await tellByMail(db, { event: 'confirm e-mail', accountId: student.id, address: 'other@puthi.example' })
  const lines = (await run('mails', [])).trim().split('\n')
  expect(lines).toEqual([
    expect.stringMatching(/^\S+Z {2}kept {6}other@puthi\.example {2}Confirm your e-mail address$/),
    expect.stringMatching(new RegExp(`^\\S+Z {2}kept {6}${student.email} {2}Your password was changed$`)),
    '2 mails.',
    'Mails are kept and not sent: set SMTP_URL and MAIL_FROM.',
  ])
  await db.updateTable('outbox').set({ doneAt: new Date(), outcome: 'sent' }).where('address', 'is not', null).execute()
  const mailServer = { SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'a@puthi.example', PUBLIC_URL: 'https://puthi.example' }
  expect(await run('mails', [], mailServer)).toMatch(/ {2}sent {6}other@.* {2}waits {5}student/s)
})

test('the team makes a link for each account of a phone number, and each works once', async () => {
  expect(await run('password-link', ['9000000000'])).toBe('No account has this phone number.\n')
  const student = await aStudent(db)
  const store = await aStore(db, { phone: student.phone })
  const said = await run('password-link', [student.phone], { PUBLIC_URL: 'https://puthi.example' })
  const links = said.match(/https:\/\/puthi\.example\/reset-password\?token=[\w-]{43}/g) ?? []
  expect(said).toContain(`store ${store.name}: ${links[0]}\nstudent ${student.name}: ${links[1]}\n`)
  const token = new URL(links[1]!).searchParams.get('token')!
  expect(await resetPassword(db, token, 'secret@2')).toBe('changed')
  expect(await resetPassword(db, token, 'secret@3')).toBe('link gone')
  const logInAs = (kind: 'student' | 'store') =>
    logIn(db, kind, { phone: student.phone, password: 'secret@2', address: 'here' })
  expect(await logInAs('student')).toHaveProperty('token')
  expect(await logInAs('store')).toEqual({ refused: 'wrong' }) // a link is for one account alone
})
