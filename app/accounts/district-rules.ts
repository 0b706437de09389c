import * as z from 'zod/mini'

import { districts } from './districts.ts'

/** One of the 35 districts; null if none is chosen. */
export const optionalDistrict = z.pipe(
  z._default(
    z.string().check(z.refine((name) => name === '' || districts.includes(name), 'Choose one of the districts')),
    '',
  ),
  z.transform((name: string) => name || null),
)
