import { describe, expect, test } from 'vitest'

import { readForm } from '#app/forms/forms.ts'

import { NewStore, NewStudent, newStudentWithAge, StoreLogin, StudentLogin } from './account-rules.ts'
import { lockedText } from './account-texts.ts'
import { ageOf, mayBeMinor } from './age-rules.ts'

function errorsOf(schema: Parameters<typeof readForm>[0], fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const reading = readForm(schema, form)
  return reading.ok ? {} : reading.errors
}

const student = {
  name: 'Anu Das',
  className: 'HS 2nd Year',
  collegeName: 'Cotton College',
  phone: '9876543210',
  email: 'anu@puthi.example',
  password: 'secret',
  idType: '',
  idNumber: '',
}

const store = {
  name: 'Lawyers Book Stall',
  district: 'Kamrup',
  address: 'Panbazar',
  email: 'stall@puthi.example',
  phone: '9876543210',
  password: 'secret1@',
  picture: 'Bookstores/1_a_front.jpg',
}

describe('log-in', () => {
  test('a student needs 10 digits and 6 characters', () => {
    expect(errorsOf(StudentLogin, { phone: '987654321', password: '12345' })).toEqual({
      phone: 'Please enter a valid 10-digit phone number',
      password: 'Password should be at least 6 characters long',
    })
    expect(errorsOf(StudentLogin, { phone: '9876543210', password: '123456' })).toEqual({})
  })

  test('a store needs 7 characters', () => {
    expect(errorsOf(StoreLogin, { phone: '98765432101', password: '123456' })).toEqual({
      phone: 'Please enter a valid 10-digit phone number',
      password: 'Password should be at least 7 characters long',
    })
    expect(errorsOf(StoreLogin, { phone: '9876543210', password: '1234567' })).toEqual({})
  })
})

describe('student sign-up', () => {
  test('a complete form is valid, with or without an id', () => {
    expect(errorsOf(NewStudent, student)).toEqual({})
    expect(errorsOf(NewStudent, { ...student, idType: 'PAN', idNumber: 'ABCDE1234F' })).toEqual({})
  })

  test('missing fields are named in one sentence and at each field', () => {
    expect(errorsOf(NewStudent, { ...student, className: ' ', collegeName: '' })).toEqual({
      '': 'Please enter the following required fields: class name, college name',
      className: 'Class Name is required',
      collegeName: 'College Name is required',
    })
    expect(errorsOf(NewStudent, { ...student, phone: '', email: '', password: '' })['']).toBe(
      'Please enter the following required fields: mobile number, email, password',
    )
  })

  test.for(['anu', 'anu@', 'anu@puthi', '@puthi.example', 'a b@puthi.example'])('%s is no e-mail address', (email) => {
    expect(errorsOf(NewStudent, { ...student, email })).toEqual({ email: 'Please enter a valid e-Mail address' })
  })

  test.for(['Voter', 'PAN', 'HSLC'])('with the id type %s its number is required', (idType) => {
    expect(errorsOf(NewStudent, { ...student, idType })).toEqual({ idNumber: `Please enter your ${idType} ID` })
  })

  test('an unknown id type is refused', () => {
    expect(errorsOf(NewStudent, { ...student, idType: 'Passport', idNumber: '1' })).toHaveProperty('idType')
  })
})

describe('student sign-up that asks for the age', () => {
  const rules = newStudentWithAge(2026)
  const guardian = { guardianName: 'Rina Das', guardianContact: 'rina@puthi.example', guardianAgrees: 'on' }
  const valuesOf = (fields: Record<string, string>) => rules.parse({ ...student, ...fields })

  test('only who turned 18 in an earlier year is of age for certain', () => {
    expect([2006, 2007, 2008, 2009].map((year) => mayBeMinor(year, 2026))).toEqual([false, false, true, true])
  })

  test('the year of birth is required, and one of those that are offered', () => {
    expect(errorsOf(rules, { ...student, birthYear: '' })).toEqual({
      '': 'Please enter the following required fields: year of birth',
      birthYear: 'Choose the year in which you were born',
    })
    for (const birthYear of ['1925', '2022', '2007.5', ' 2007', '7', 'NaN'])
      expect(errorsOf(rules, { ...student, birthYear }).birthYear).toBe('Choose the year in which you were born')
    for (const birthYear of ['1926', '2007']) expect(errorsOf(rules, { ...student, birthYear })).toEqual({})
  })

  test('who is under 18, or may be, needs a guardian who can be reached and agrees', () => {
    for (const birthYear of ['2008', '2012', '2021']) {
      expect(errorsOf(rules, { ...student, birthYear })).toEqual({
        guardianName: 'Enter the name of your parent or guardian',
        guardianContact: 'Enter a 10-digit phone number or an e-mail address of your parent or guardian',
        guardianAgrees: 'Your parent or guardian has to agree, and you tick this box',
      })
      expect(errorsOf(rules, { ...student, birthYear, ...guardian })).toEqual({})
    }
    const minor = { ...student, ...guardian, birthYear: '2012' }
    expect(errorsOf(rules, { ...minor, guardianContact: '+91 98640 00000' })).toEqual({})
    for (const guardianContact of ['12345', 'rina', ' '])
      expect(Object.keys(errorsOf(rules, { ...minor, guardianContact }))).toEqual(['guardianContact'])
    expect(Object.keys(errorsOf(rules, { ...minor, guardianName: ' ' }))).toEqual(['guardianName'])
    expect(Object.keys(errorsOf(rules, { ...minor, guardianAgrees: '' }))).toEqual(['guardianAgrees'])
  })

  test('what is typed about a guardian who is not needed is neither checked nor kept', () => {
    const typed = { birthYear: '2007', guardianName: 'Rina Das', guardianContact: 'nobody' }
    expect(errorsOf(rules, { ...student, ...typed })).toEqual({})
    expect(ageOf(valuesOf(typed), 2026)).toEqual({ birthYear: 2007, guardian: null })
    expect(ageOf(valuesOf({ birthYear: '2012', ...guardian }), 2026)).toEqual({
      birthYear: 2012,
      guardian: { name: 'Rina Das', contact: 'rina@puthi.example' },
    })
  })
})

describe('book store sign-up', () => {
  test('a complete form is valid', () => {
    expect(errorsOf(NewStore, store)).toEqual({})
  })

  test.for(['name', 'district', 'address', 'picture'])('without %s all fields are said to be required', (field) => {
    expect(errorsOf(NewStore, { ...store, [field]: '' })['']).toBe(
      'All fields, including the picture, must be filled out',
    )
  })

  test.for(['abcde', 'abcdef', '123456', 'abc123', 'abc@#$', '12345@', 'a1@'])(
    'the password %s is too weak',
    (password) => {
      expect(errorsOf(NewStore, { ...store, password })).toEqual({
        password: 'Password should be at least 6 characters long and contain both letters and numbers',
      })
    },
  )

  test('a password of 6 characters, which log-in would refuse, is too short', () => {
    expect(errorsOf(NewStore, { ...store, password: 'abc12@' })).toEqual({
      password: 'Password should be at least 7 characters long',
    })
    expect(errorsOf(NewStore, { ...store, password: 'abc123@' })).toEqual({})
  })
})

test('the text for a locked log-in gives the wait in whole minutes', () => {
  expect(lockedText(1)).toBe('Too many wrong attempts. Please try again in 1 minute.')
  expect(lockedText(61)).toBe('Too many wrong attempts. Please try again in 2 minutes.')
})
