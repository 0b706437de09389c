import * as z from 'zod/mini'

import { phoneNumber } from '../platform/field-rules.ts'

export type AccountKind = 'student' | 'store'

/** Who is signed in. */
export type Viewer =
  | { kind: 'student'; id: string; name: string; phone: string }
  | { kind: 'store'; id: string; name: string }

const studentIdTypes = ['Voter', 'PAN', 'HSLC'] as const
export type StudentIdType = (typeof studentIdTypes)[number]

const studentPasswordMessage = 'Password should be at least 6 characters long'
const storePasswordMessage = 'Password should be at least 7 characters long'

/** More would only cost hashing time. */
const passwordMax = 200

export const StudentLogin = z.object({
  phone: phoneNumber,
  password: z.string(studentPasswordMessage).check(z.minLength(6, studentPasswordMessage), z.maxLength(passwordMax)),
})

export const StoreLogin = z.object({
  phone: phoneNumber,
  password: z.string(storePasswordMessage).check(z.minLength(7, storePasswordMessage), z.maxLength(passwordMax)),
})

export const secretFields = ['password', 'idNumber']

export const accountTexts = {
  loggedIn: 'Login Successful',
  wrongLogin: 'Phone number or Password is incorrect',
  loginFailed: 'Could not login',
}
