import * as z from 'zod/mini'

import { needsTwoPdfs, optionalDiscount, sellsForNoMore } from '../post-rules.ts'
import { needsOtherCategory, withCategory } from './category.ts'
import { nameAndCategory, noteFields } from './note.ts'

const fields = { ...noteFields, discount: optionalDiscount, coverImage: z._default(z.string(), '') }

export const NewCourse = z.pipe(
  z.object(fields).check(nameAndCategory, needsOtherCategory, needsTwoPdfs, sellsForNoMore()),
  withCategory<z.infer<z.ZodMiniObject<typeof fields>>>(),
)
export type NewCourse = z.infer<typeof NewCourse>
