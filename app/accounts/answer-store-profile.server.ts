import { data, redirect, type RouterContextProvider } from 'react-router'

import { receiveForm } from '#app/files/receive-form.server.ts'
import { refuseFiles } from '#app/files/refuse-files.server.ts'
import { storageContext } from '#app/files/storage-context.ts'
import { quotaIn } from '#app/files/upload-quota.server.ts'
import { comeBackAfter } from '#app/platform/come-back-after.server.ts'
import { addressContext, dbContext } from '#app/platform/context.ts'
import { type FormErrors, readForm } from '#app/platform/forms.ts'
import { isPlainForm } from '#app/platform/plain-form.server.ts'

import { secretFields, StoreProfile, type Viewer } from './account-rules.ts'
import { accountTexts, lockedText, pictureTypeMessage } from './account-texts.ts'
import { updateStore } from './update-store.server.ts'

interface ProfileRequest {
  context: Readonly<RouterContextProvider>
  request: Request
}

export async function answerStoreProfile(viewer: Viewer, { context, request }: ProfileRequest) {
  const db = context.get(dbContext)
  const storage = context.get(storageContext)
  const quota = quotaIn(context, viewer.id)
  const received = await receiveForm(request, { db, storage, quota, pictures: { picture: 'Bookstores' } })
  const form = readForm(StoreProfile, received.form, { secret: secretFields })
  const refuse = (errors: FormErrors, status = 400) => data({ errors, typed: form.typed }, status)
  const refused = refuseFiles(context, received.problems, { notAPicture: pictureTypeMessage })
  if (refused) return data({ errors: refused.errors, typed: form.typed }, refused.init)
  if (!form.ok) return refuse(form.errors)

  const result = await updateStore(db, storage, {
    id: viewer.id,
    profile: form.values,
    address: context.get(addressContext),
  })
  if (typeof result === 'object') {
    return refuse({ password: lockedText(result.lockedSeconds) }, comeBackAfter(context, result.lockedSeconds).status)
  }
  switch (result) {
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
