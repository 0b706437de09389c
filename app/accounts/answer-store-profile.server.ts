import { data, redirect, type RouterContextProvider } from 'react-router'

import { receiveForm } from '#app/files/receive-form.server.ts'
import { refuseFiles } from '#app/files/refuse-files.server.ts'
import { storageContext } from '#app/files/storage/storage-context.ts'
import { uploadQuotaOf } from '#app/files/upload-quota.server.ts'
import { type FormErrors, readForm } from '#app/forms/forms.ts'
import { isPlainForm } from '#app/forms/plain-form.server.ts'
import { refuseTooMany } from '#app/limits/refuse-too-many.server.ts'
import { tooManyRequests } from '#app/limits/too-many-requests.server.ts'
import { addressContext, dbContext } from '#app/platform/context.ts'

import { phoneChangeLimit, profileLimit, secretFields, StoreProfile, type Viewer } from './account-rules.ts'
import { accountTexts, lockedText, pictureTypeMessage } from './account-texts.ts'
import { updateStore } from './update-store.server.ts'

interface ProfileRequest {
  context: Readonly<RouterContextProvider>
  request: Request
}

export async function answerStoreProfile(viewer: Viewer, { context, request }: ProfileRequest) {
  const db = context.get(dbContext)
  const storage = context.get(storageContext)
  const quota = uploadQuotaOf(context, viewer.id)
  const received = await receiveForm(request, { db, storage, quota, pictures: { picture: 'Bookstores' } })
  const form = readForm(StoreProfile, received.form, { secret: secretFields })
  const refuse = (errors: FormErrors, status = 400) => data({ errors, typed: form.typed }, status)
  const refused = refuseFiles(context, received.problems, { notAPicture: pictureTypeMessage })
  if (refused) return data({ errors: refused.errors, typed: form.typed }, refused.init)
  if (!form.ok) return refuse(form.errors)

  const refuseForNow = (text: string, init: ResponseInit) =>
    data({ notice: { kind: 'invalid' as const, text }, typed: form.typed }, init)
  const update = { id: viewer.id, profile: form.values, address: context.get(addressContext) }
  const result = await updateStore(db, storage, update, async ({ isPhoneChanged }) => {
    const tooMany = await refuseTooMany(context, profileLimit, viewer.id)
    if (tooMany || !isPhoneChanged) return tooMany
    return refuseTooMany(context, phoneChangeLimit, viewer.id)
  })
  if (typeof result === 'object') {
    if ('tooMany' in result) return refuseForNow(result.tooMany.text, result.tooMany.init)
    return refuse({ password: lockedText(result.lockedSeconds) }, tooManyRequests(context, result.lockedSeconds).status)
  }
  switch (result) {
    case 'busy':
      return refuseForNow(accountTexts.profileBusy, tooManyRequests(context, 1))
    case 'password needed':
      return refuse({ password: accountTexts.passwordForPhone })
    case 'wrong password':
      return refuse({ password: accountTexts.wrongPassword }, 401)
    case 'phone taken':
      return refuse({ phone: accountTexts.phoneTaken }, 409)
    case 'no picture':
      return refuse({ picture: pictureTypeMessage })
    case 'saved':
      if (isPlainForm(request)) throw redirect('/?saved=on', 303)
      return { notice: { kind: 'success' as const, text: accountTexts.profileSaved } }
  }
}
