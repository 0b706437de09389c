import { data } from 'react-router'

import { receiveForm } from '#app/files/receive-form.server.ts'
import { refuseFiles } from '#app/files/refuse-files.server.ts'
import { storageContext } from '#app/files/storage/storage-context.ts'
import { uploadQuota } from '#app/files/upload-quota.server.ts'
import { type FormErrors, readForm } from '#app/forms/forms.ts'
import { senderOf } from '#app/limits/refuse-too-many.server.ts'
import { addressContext, dbContext } from '#app/platform/context.ts'

import { secretFields, StoreProfile } from './account-rules.ts'
import type { Viewer } from '#app/access/viewer.ts'
import { pictureTypeMessage } from './account-texts.ts'
import { answerProfile, chargeProfile, type ProfileRequest } from './answer-profile.server.ts'
import { updateStore } from './update-store.server.ts'

export async function answerStoreProfile(viewer: Viewer, { context, request }: ProfileRequest) {
  const db = context.get(dbContext)
  const storage = context.get(storageContext)
  const sender = senderOf(context, viewer.id)
  const quota = uploadQuota(db, sender)
  const received = await receiveForm(request, { db, storage, quota, pictures: { picture: 'Bookstores' } })
  const form = readForm(StoreProfile, received.form, { secret: secretFields })
  const refuse = (errors: FormErrors) => data({ errors, typed: form.typed }, 400)
  const refused = refuseFiles(context, received.problems, { notAPicture: pictureTypeMessage })
  if (refused) return data({ errors: refused.errors, typed: form.typed }, refused.init)
  if (!form.ok) return refuse(form.errors)

  const update = { id: viewer.id, profile: form.values, address: context.get(addressContext) }
  const result = await updateStore(db, storage, update, chargeProfile(db, sender))
  if (result === 'no picture') return refuse({ picture: pictureTypeMessage })
  return answerProfile({ context, request }, { result, typed: form.typed, path: '/' })
}
