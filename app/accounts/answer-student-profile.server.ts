import { data } from 'react-router'

import { readForm } from '#app/forms/forms.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { senderOf } from '#app/limits/refuse-too-many.server.ts'
import { addressContext, dbContext } from '#app/platform/context.ts'

import { secretFields, StudentProfile } from './account-rules.ts'
import type { Viewer } from '#app/access/viewer.ts'
import { answerProfile, chargeProfile, type ProfileRequest } from './answer-profile.server.ts'
import { updateStudent } from './update-student.server.ts'

export async function answerStudentProfile(viewer: Viewer, { context, request }: ProfileRequest) {
  const form = readForm(StudentProfile, await readFormData(request), { secret: secretFields })
  if (!form.ok) return data({ errors: form.errors, typed: form.typed }, 400)

  const db = context.get(dbContext)
  const update = { id: viewer.id, profile: form.values, address: context.get(addressContext) }
  const result = await updateStudent(db, update, chargeProfile(db, senderOf(context, viewer.id)))
  return answerProfile({ context, request }, { result, typed: form.typed, path: '/profile' })
}
