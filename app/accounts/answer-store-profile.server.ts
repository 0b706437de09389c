import { data, redirect, type RouterContextProvider } from 'react-router'

import { fileProblemText } from '#app/files/file-rules.ts'
import { receiveForm } from '#app/files/receive-form.server.ts'
import { storageContext } from '#app/files/storage-context.ts'
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
  const received = await receiveForm(request, { db, storage, pictures: { picture: 'Bookstores' } })
  const form = readForm(StoreProfile, received.form, { secret: secretFields })
  const refuse = (errors: FormErrors, status = 400) => data({ errors, typed: form.typed }, status)
  if (received.problems.picture) {
    return refuse({ picture: fileProblemText(received.problems.picture, { notAPicture: pictureTypeMessage }) })
  }
  if (!form.ok) return refuse(form.errors)

  const result = await updateStore(db, storage, {
    id: viewer.id,
    profile: form.values,
    address: context.get(addressContext),
  })
  if (typeof result === 'object') return refuse({ password: lockedText(result.lockedSeconds) }, 429)
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
