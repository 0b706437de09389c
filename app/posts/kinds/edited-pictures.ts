import * as z from 'zod/mini'

import { fileKey, pictureFields, tooFewPictures } from '../post-rules.ts'

export const pictureNames = ['picture1', 'picture2', 'picture3'] as const
type PictureName = (typeof pictureNames)[number]

const isRemoved = z._default(z.enum(['', 'on']), '')
const place = z._default(z.enum(['', '1', '2', '3']), '')

/** Of books and novels: three fields for files, what is to happen with the pictures that are there, and their order. */
export const editedPictureFields = {
  ...pictureFields,
  /** The keys of the pictures that the form shows, with spaces between them; empty in a form without pictures. */
  shownPictures: z._default(z.string().check(z.maxLength(1_000)), ''),
  picture1Removed: isRemoved,
  picture2Removed: isRemoved,
  picture3Removed: isRemoved,
  picture1Place: place,
  picture2Place: place,
  picture3Place: place,
}

/** Of courses. */
export const editedCoverFields = { coverImage: fileKey, coverImageRemoved: isRemoved }

type EditedPictures = z.infer<z.ZodMiniObject<typeof editedPictureFields>>

interface WantedPicture {
  field: PictureName
  /** The key of the picture that stays in this field; empty if there is none. */
  kept: string
  /** The key of an uploaded file, which replaces it; empty without one. */
  sent: string
}

/** The pictures that the form asks for, in their order; null if it leaves them as they are. */
export function wantedPictures(form: EditedPictures): WantedPicture[] | null {
  const shown = form.shownPictures.split(' ')
  const wanted = orderOfPictures(form)
    .map((field) => {
      const kept = shown[pictureNames.indexOf(field)] ?? ''
      return { field, kept: form[`${field}Removed`] ? '' : kept, sent: form[field] }
    })
    .filter(({ kept, sent }) => kept || sent)
  return wanted.map(({ kept, sent }) => sent || kept).join(' ') === form.shownPictures ? null : wanted
}

/**
 * The order of the fields by their places. A picture that is moved to the place of another pushes it aside: forward if
 * it comes from behind, backward if it comes from before.
 */
export function orderOfPictures(form: { [Name in `${PictureName}Place`]?: string }) {
  const placeOf = (name: PictureName) => {
    const own = pictureNames.indexOf(name) + 1
    const chosen = Number(form[`${name}Place`] || own)
    return chosen + Math.sign(chosen - own) / 2
  }
  return pictureNames.toSorted((one, other) => placeOf(one) - placeOf(other))
}

export function keepsTwoPictures({ value, issues }: { value: EditedPictures; issues: z.core.$ZodRawIssue[] }) {
  const wanted = wantedPictures(value)
  if (wanted === null) return
  const empty = pictureNames.filter((name) => !wanted.some(({ field }) => field === name))
  for (const field of empty.slice(0, Math.max(0, 2 - wanted.length))) {
    issues.push({ code: 'custom', path: [field], input: value, message: tooFewPictures, continue: true })
  }
}
