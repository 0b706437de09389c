import * as z from 'zod/mini'

import { checkPrices, fileKey, needsTwoPdfs, optionalDiscount } from '../post-rules.ts'
import { needsOtherCategory, resolveCategory } from './category.ts'
import { nameAndCategory, noteFields } from './note.ts'

const fields = { ...noteFields, discount: optionalDiscount, coverImage: fileKey }

export const NewCourse = z.pipe(
  z.object(fields).check(nameAndCategory, needsOtherCategory, needsTwoPdfs, checkPrices()),
  resolveCategory<z.infer<z.ZodMiniObject<typeof fields>>>(),
)
export type NewCourse = z.infer<typeof NewCourse>
