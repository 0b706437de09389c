import * as z from 'zod/mini'

import { emailAddress } from '#app/forms/field-rules.ts'

import type { TeamRole } from '../access/role-rules.ts'

export const teamRoles = ['support', 'owner'] as const satisfies readonly TeamRole[]

/** From the right code on. There is no "remember me". */
export const sessionHours = 12

/** From the right password to the right code. */
export const codeMinutes = 10

/** A member who was added chooses a password within so many hours. */
export const linkHours = 48

export const recoveryCodes = 10

const passwordMin = 12
const passwordMax = 200
const tooShort = `Password should be at least ${passwordMin} characters long`

export const TeamLogIn = z.object({
  email: emailAddress,
  password: z
    .string('Enter your password')
    .check(z.minLength(1, 'Enter your password'), z.maxLength(passwordMax, 'Password is too long')),
})

export const TeamPassword = z.object({
  newPassword: z
    .string(tooShort)
    .check(
      z.minLength(passwordMin, tooShort),
      z.maxLength(passwordMax, `Password is too long: ${passwordMax} characters at most`),
    ),
})

/** Six digits of the app, or a recovery code. */
const codeMessage = 'Enter the six digits of your app, or one of your recovery codes'
export const TeamCode = z.object({
  code: z.string(codeMessage).check(
    z.overwrite((text) => text.replaceAll(/[\s-]/g, '').toUpperCase()),
    z.regex(/^([0-9]{6}|[A-Z2-7]{16})$/, codeMessage),
  ),
})
