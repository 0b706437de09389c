import { expect, test } from 'vitest'

import { aStore, aStudent, makersPassword } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { StudentProfile } from './account-rules.ts'
import { logIn } from './log-in.server.ts'
import { findStudent } from './student-queries.server.ts'
import { updateStudent } from './update-student.server.ts'

const { db } = await freshDatabase()

type Student = Awaited<ReturnType<typeof aStudent>>

let phones = 0
const newPhone = () => `81${String(phones++).padStart(8, '0')}`

function change(student: Student, given: Record<string, string> = {}, charge?: Parameters<typeof updateStudent>[2]) {
  const { id, name, className, collegeName, email, phone } = student
  const profile = StudentProfile.parse({ name, className, collegeName, email, phone, ...given })
  return updateStudent(db, { id, profile, address: 'here' }, charge)
}

test('a student changes everything but the phone without the password', async () => {
  const [student, other] = [await aStudent(db), await aStudent(db)]
  const given = { name: 'Rina Das', className: 'XII', collegeName: 'Jorhat College', email: 'rina@puthi.example' }
  expect(await change(student, { ...given, district: 'Jorhat' })).toBe('saved')
  const email = { emailConfirmedAt: null, emailRefusedAt: null }
  const stored = { ...given, ...email, district: 'Jorhat', phone: student.phone, upiAddress: null }
  expect(await findStudent(db, student.id)).toEqual(stored)
  expect(await change(student, given)).toBe('saved')
  expect(await findStudent(db, student.id)).toMatchObject({ district: null })
  expect(await findStudent(db, other.id)).toMatchObject({ name: other.name, className: 'HS 2nd Year' })
})

test('a new phone takes the password, and is the one to log in with', async () => {
  const student = await aStudent(db)
  const phone = newPhone()
  expect(await change(student, { phone })).toBe('password needed')
  expect(await change(student, { phone, password: 'not the one' })).toBe('wrong password')
  expect(await findStudent(db, student.id)).toMatchObject({ phone: student.phone })
  expect(await change(student, { phone, password: makersPassword })).toBe('saved')
  expect(await logIn(db, 'student', { phone, password: makersPassword, address: 'here' })).toHaveProperty('token')
})

test('wrong passwords count as log-ins do, and the tenth locks', async () => {
  const student = await aStudent(db)
  const [phone, password] = [newPhone(), 'not the one']
  for (let n = 0; n < 10; n++) expect(await change(student, { phone, password })).toBe('wrong password')
  expect(await change(student, { phone, password: makersPassword })).toHaveProperty('lockedSeconds')
  const atLogIn = await logIn(db, 'student', { phone: student.phone, password: makersPassword, address: 'there' })
  expect(atLogIn).toMatchObject({ refused: 'locked' })
})

test('the phone of another student is taken, that of a store is not', async () => {
  const [student, other, store] = [await aStudent(db), await aStudent(db), await aStore(db)]
  expect(await change(student, { phone: other.phone, password: makersPassword, name: 'New' })).toBe('phone taken')
  expect(await findStudent(db, student.id)).toMatchObject({ name: student.name, phone: student.phone })
  expect(await change(student, { phone: store.phone, password: makersPassword })).toBe('saved')
})

test('limits are charged after the password was right, and before it is told whether a phone is taken', async () => {
  const [student, other] = [await aStudent(db), await aStudent(db)]
  const charged: boolean[] = []
  const refuse = ({ isPhoneChanged }: { isPhoneChanged: boolean }) => {
    charged.push(isPhoneChanged)
    return Promise.resolve({ text: 'Too many', waitSeconds: 60 })
  }
  expect(await change(student, { phone: other.phone, password: 'not the one' }, refuse)).toBe('wrong password')
  expect(charged).toEqual([])
  expect(await change(student, { phone: other.phone, password: makersPassword }, refuse)).toHaveProperty('tooMany')
  expect(await change(student, { name: 'New' }, refuse)).toHaveProperty('tooMany')
  expect(charged).toEqual([true, false])
})

test('of many concurrent changes of a student four are saved, and the others are told that it is busy', async () => {
  const student = await aStudent(db)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => change(student, { name: `Name ${n}` })))
  expect(answers.filter((answer) => answer === 'saved')).toHaveLength(4)
  expect(answers.filter((answer) => answer === 'busy')).toHaveLength(16)
})
