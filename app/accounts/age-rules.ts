import * as z from 'zod/mini'

import { nameMax, phoneOrEmail, tooLongText } from '#app/forms/field-rules.ts'

/** Whether somebody born in a year is under 18, or may be: the birthday of this year may be yet to come. */
export const mayBeMinor = (birthYear: number, currentYear: number) => currentYear - birthYear <= 18

const signUpAges = { least: 5, most: 100 }

/** The years of birth that the sign-up offers, the latest first. */
export function birthYearsIn(currentYear: number) {
  const latest = currentYear - signUpAges.least
  return Array.from({ length: signUpAges.most - signUpAges.least + 1 }, (_, n) => latest - n)
}

const birthYearMessage = 'Choose the year in which you were born'
const guardianMessages = {
  guardianName: 'Enter the name of your parent or guardian',
  guardianContact: 'Enter a 10-digit phone number or an e-mail address of your parent or guardian',
  guardianAgrees: 'Your parent or guardian has to agree, and you tick this box',
}

/** Checked by `needGuardian` alone: for an adult the fields are hidden, and nobody could correct them. */
const ofGuardian = z._default(z.string().check(z.trim(), z.maxLength(nameMax, tooLongText('This', nameMax))), '')

export const ageFields = (currentYear: number) => ({
  birthYear: z
    .string(birthYearMessage)
    .check(z.refine((year) => birthYearsIn(currentYear).map(String).includes(year), birthYearMessage)),
  guardianName: ofGuardian,
  guardianContact: ofGuardian,
  guardianAgrees: z._default(z.enum(['', 'on']), ''),
})

export interface AgeAnswers {
  birthYear: string
  guardianName: string
  guardianContact: string
  guardianAgrees: '' | 'on'
}

/** A schema check: who is under 18, or may be, needs a guardian who can be reached and agrees. */
export function needGuardian(currentYear: number) {
  return ({ value, issues }: { value: AgeAnswers; issues: z.core.$ZodRawIssue[] }) => {
    if (!mayBeMinor(Number(value.birthYear), currentYear)) return
    const say = (field: keyof typeof guardianMessages) =>
      issues.push({ code: 'custom', path: [field], input: value, message: guardianMessages[field], continue: true })
    if (!value.guardianName) say('guardianName')
    if (!phoneOrEmail.safeParse(value.guardianContact).success) say('guardianContact')
    if (!value.guardianAgrees) say('guardianAgrees')
  }
}

export interface StudentAge {
  birthYear: number
  /** The parent or guardian who agreed; null if none has to. */
  guardian: { name: string; contact: string } | null
}

/** What is kept of the answers; null if nobody asked. */
export function ageOf(answers: Partial<AgeAnswers>, currentYear: number | null): StudentAge | null {
  if (currentYear === null) return null
  const birthYear = Number(answers.birthYear)
  const { guardianName: name = '', guardianContact: contact = '' } = answers
  return { birthYear, guardian: mayBeMinor(birthYear, currentYear) ? { name, contact } : null }
}
