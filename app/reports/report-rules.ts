import * as z from 'zod/mini'

import { tooLongText } from '#app/forms/field-rules.ts'

import { type ReportReason, reportReasons } from './report-reason-rules.ts'

export const reportLimit = { of: 'reports', perPerson: 20, perAddress: 200, minutes: 60 }

export const reportWordsMax = 1_000

const names = Object.keys(reportReasons) as [ReportReason, ...ReportReason[]]

export const NewReport = z
  .object({
    reason: z.enum(names, 'Choose what is wrong'),
    words: z._default(
      z.string().check(z.trim(), z.maxLength(reportWordsMax, tooLongText('The text', reportWordsMax))),
      '',
    ),
  })
  .check(({ value, issues }) => {
    if (value.reason !== 'other' || value.words) return
    issues.push({ code: 'custom', path: ['words'], input: value, message: 'Say what is wrong', continue: true })
  })
export type NewReport = z.infer<typeof NewReport>
