import * as z from 'zod/mini'

import { idempotencyKey, textMax, tooLongText } from '#app/forms/field-rules.ts'

export const commentLimit = { of: 'comments', perPerson: 60, perAddress: 1_000, minutes: 60 }

const empty = 'Comment cannot be empty'

const comment = z
  .string(empty)
  .check(z.trim(), z.minLength(1, empty), z.maxLength(textMax, tooLongText('Comment', textMax)))

export const NewComment = z.object({ key: idempotencyKey, comment })

export const NewAnswer = z.object({ key: idempotencyKey, comment, answerTo: z.string() })

/** The comment to delete. */
export const DeletedComment = z.object({ delete: z.string() })
