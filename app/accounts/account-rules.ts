import * as z from 'zod/mini'

import { emailAddress, phoneNumber, requiredText, sayWhatIsMissing, textMax } from '#app/forms/field-rules.ts'

import type { AccountKind } from '../access/role-rules.ts'
import { optionalDistrict } from './district-rules.ts'

/** The signed-in account. */
export interface Viewer {
  kind: AccountKind
  id: string
  name: string
  phone: string
}

/** A whole school may sign up from one address within an hour. `perPerson` counts per phone. */
export const signUpLimit = { of: 'sign-ups', perPerson: 10, perAddress: 500, minutes: 60 }

/** A rename invalidates all cached pages. */
export const profileLimit = { of: 'changes of your profile', perPerson: 30, perAddress: 300, minutes: 60 }

/** Each change tells whether a phone is registered: enough for typing mistakes, too few to test many numbers. */
export const phoneChangeLimit = { of: 'changes of the phone number', perPerson: 5, perAddress: 20, minutes: 24 * 60 }

export const studentIdTypes = ['Voter', 'PAN', 'HSLC'] as const
export type StudentIdType = (typeof studentIdTypes)[number]

const studentPasswordMin = 6
const storePasswordMin = 7
/** Longer ones would only cost hashing time. */
const passwordMax = 200

const passwordOf = (min: number) => {
  const tooShort = `Password should be at least ${min} characters long`
  return z
    .string(tooShort)
    .check(
      z.minLength(min, tooShort),
      z.maxLength(passwordMax, `Password is too long: ${passwordMax} characters at most`),
    )
}

export const StudentLogin = z.object({ phone: phoneNumber, password: passwordOf(studentPasswordMin) })
export const StoreLogin = z.object({ phone: phoneNumber, password: passwordOf(storePasswordMin) })
export const logInForms = { student: StudentLogin, store: StoreLogin } satisfies Record<AccountKind, unknown>

const studentFields = {
  name: requiredText('Name'),
  className: requiredText('Class Name'),
  collegeName: requiredText('College Name'),
  district: optionalDistrict,
  phone: phoneNumber,
  email: emailAddress,
}

export const NewStudent = z
  .object({
    ...studentFields,
    password: passwordOf(studentPasswordMin),
    idType: z._default(z.enum(['', ...studentIdTypes]), ''),
    idNumber: z._default(
      z.string().check(z.trim(), z.maxLength(50, 'ID Number is too long: 50 characters at most')),
      '',
    ),
  })
  .check(
    sayWhatIsMissing(
      {
        name: 'Name',
        className: 'Class Name',
        collegeName: 'College Name',
        phone: 'Mobile Number',
        email: 'Email',
        password: 'Password',
      },
      (missing) => `Please enter the following required fields: ${missing}`,
    ),
    ({ value, issues }) => {
      if (!value.idType || value.idNumber) return
      const message = `Please enter your ${value.idType} ID`
      issues.push({ code: 'custom', path: ['idNumber'], input: value, message, continue: true })
    },
  )
export type NewStudent = z.infer<typeof NewStudent>

const storePasswordPattern = /^(?=.*[A-Za-z])(?=.*[0-9])(?=.*[@$!%*?&#]).{6,}$/s
const storePasswordMessage = 'Password should be at least 6 characters long and contain both letters and numbers'

const storeFields = {
  name: requiredText('Book Store Name'),
  district: requiredText('District'),
  address: requiredText('Address', { max: textMax }),
  email: emailAddress,
  phone: phoneNumber,
}

export const NewStore = z
  .object({
    ...storeFields,
    // The length is the one that log-in requires: the pattern alone would accept passwords that log-in refuses.
    password: z
      .string(storePasswordMessage)
      .check(z.regex(storePasswordPattern, storePasswordMessage), ...passwordOf(storePasswordMin).def.checks!),
    /** The file key of an uploaded picture. */
    picture: requiredText('Picture'),
  })
  .check(
    sayWhatIsMissing(
      { name: 'Book Store Name', district: 'District', address: 'Address', picture: 'Picture' },
      () => 'All fields, including the picture, must be filled out',
    ),
  )
export type NewStore = z.infer<typeof NewStore>

/** Required if the phone changes, with which people log in. */
const passwordForPhone = z._default(z.string().check(z.maxLength(passwordMax)), '')

export const StudentProfile = z.object({ ...studentFields, password: passwordForPhone })
export type StudentProfile = z.infer<typeof StudentProfile>

export const StoreProfile = z.object({
  ...storeFields,
  /** Empty: keeps the picture. */
  picture: z._default(z.string().check(z.maxLength(500)), ''),
  password: passwordForPhone,
})
export type StoreProfile = z.infer<typeof StoreProfile>

/** Their values are never sent back, not even to the form they came from. */
export const secretFields = ['password', 'idNumber']
