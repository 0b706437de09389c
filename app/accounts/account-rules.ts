import * as z from 'zod/mini'

import {
  emailAddress,
  phoneNumber,
  phoneOrEmail,
  requiredText,
  sayWhatIsMissing,
  textMax,
} from '#app/forms/field-rules.ts'

import type { AccountKind } from '../access/role-rules.ts'
import { type AgeAnswers, ageFields, needGuardian } from './age-rules.ts'
import { optionalDistrict } from './district-rules.ts'

/** A session ends so many days after its last use, and after it began. */
export const sessionDays = { unused: 30, most: 90 }

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

const studentPassword = passwordOf(studentPasswordMin)

export const StudentLogin = z.object({ phone: phoneNumber, password: studentPassword })
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

const newStudentFields = {
  ...studentFields,
  password: studentPassword,
  idType: z._default(z.enum(['', ...studentIdTypes]), ''),
  idNumber: z._default(z.string().check(z.trim(), z.maxLength(50, 'ID Number is too long: 50 characters at most')), ''),
}

const neededOfStudents = {
  name: 'Name',
  className: 'Class Name',
  collegeName: 'College Name',
  phone: 'Mobile Number',
  email: 'Email',
  password: 'Password',
}
const missingOfStudents = (missing: string) => `Please enter the following required fields: ${missing}`

type Issues = z.core.$ZodRawIssue[]

function needIdNumber({ value, issues }: { value: { idType: string; idNumber: string }; issues: Issues }) {
  if (!value.idType || value.idNumber) return
  const message = `Please enter your ${value.idType} ID`
  issues.push({ code: 'custom', path: ['idNumber'], input: value, message, continue: true })
}

export const NewStudent = z
  .object(newStudentFields)
  .check(sayWhatIsMissing(neededOfStudents, missingOfStudents), needIdNumber)
export type NewStudent = z.infer<typeof NewStudent>

/** The sign-up where ASK_AGE is on. The year comes from the server, since the clock of a phone may be wrong. */
export const newStudentWithAge = (currentYear: number) =>
  z
    .object({ ...newStudentFields, ...ageFields(currentYear) })
    .check(
      sayWhatIsMissing({ ...neededOfStudents, birthYear: 'Year of birth' }, missingOfStudents),
      needIdNumber,
      needGuardian(currentYear),
    )

/** `currentYear`: null if the age is not asked for. */
export const studentSignUp = (currentYear: number | null): z.ZodMiniType<NewStudent & Partial<AgeAnswers>> =>
  currentYear === null ? NewStudent : newStudentWithAge(currentYear)

const storePasswordPattern = /^(?=.*[A-Za-z])(?=.*[0-9])(?=.*[@$!%*?&#]).{6,}$/s
const storePasswordMessage = 'Password should be at least 6 characters long and contain both letters and numbers'

// The length is the one that log-in requires: the pattern alone would accept passwords that log-in refuses.
const storePassword = z
  .string(storePasswordMessage)
  .check(z.regex(storePasswordPattern, storePasswordMessage), ...passwordOf(storePasswordMin).def.checks!)

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
    password: storePassword,
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

const upiMessage = 'Enter a UPI address such as rina@upi, or none'
/** Where buyers can pay; empty if there is none. */
const optionalUpiAddress = z._default(
  z.string().check(z.trim(), z.regex(/^([\w.-]{2,100}@[A-Za-z][A-Za-z0-9.-]{1,60})?$/, upiMessage)),
  '',
)

export const StudentProfile = z.object({ ...studentFields, upiAddress: optionalUpiAddress, password: passwordForPhone })
export type StudentProfile = z.infer<typeof StudentProfile>

export const StoreProfile = z.object({
  ...storeFields,
  /** Empty: keeps the picture. */
  picture: z._default(z.string().check(z.maxLength(500)), ''),
  upiAddress: optionalUpiAddress,
  /** `on`: every order is accepted at once. */
  acceptsByItself: z._default(z.enum(['on', '']), ''),
  password: passwordForPhone,
})
export type StoreProfile = z.infer<typeof StoreProfile>

/** More than anybody needs: a change costs as much as two log-ins. */
export const passwordLimit = { of: 'changes of the password', perPerson: 10, perAddress: 100, minutes: 60 }

const currentPassword = z
  .string('Enter your current password')
  .check(z.minLength(1, 'Enter your current password'), z.maxLength(passwordMax))

/** The rules for a new password are those of the sign-up. */
export const passwordChanges = {
  student: z.object({ currentPassword, newPassword: studentPassword }),
  store: z.object({ currentPassword, newPassword: storePassword }),
} satisfies Record<AccountKind, unknown>

/** The rules for a new password are those of the sign-up. */
export const passwordResets = {
  student: z.object({ newPassword: studentPassword }),
  store: z.object({ newPassword: storePassword }),
} satisfies Record<AccountKind, unknown>

/** `perPerson` counts per phone number or address that was typed. */
export const passwordLinkLimit = { of: 'password links', perPerson: 5, perAddress: 50, minutes: 60 }
export const confirmationLimit = { of: 'links to confirm the address', perPerson: 5, perAddress: 50, minutes: 60 }

/** By the `@` it is an e-mail address. */
export const PasswordLinkRequest = z.object({ who: phoneOrEmail })

/** Their values are never sent back, not even to the form they came from. */
export const secretFields = ['password', 'currentPassword', 'newPassword', 'idNumber']
