import { data, replace, type RouterContextProvider } from 'react-router'

import type { FormErrors } from '#app/forms/forms.ts'
import { refuseTooMany, type Sender, tooManyRequests } from '#app/limits/refuse-too-many.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { phoneChangeLimit, profileLimit } from './account-rules.ts'
import { accountTexts, lockedText } from './account-texts.ts'
import type { ChargeChange, changeAccount } from './change-account.server.ts'
import { profileTexts } from './profile-texts.ts'

export interface ProfileRequest {
  context: Readonly<RouterContextProvider>
  request: Request
}

/** Charges the limits of a profile's changes. */
export const chargeProfile =
  (db: Db, sender: Sender | null): ChargeChange =>
  async ({ isPhoneChanged }) => {
    const tooMany = await refuseTooMany(db, profileLimit, sender)
    return tooMany || !isPhoneChanged ? tooMany : refuseTooMany(db, phoneChangeLimit, sender)
  }

interface Changed {
  result: Awaited<ReturnType<typeof changeAccount<'saved'>>>
  /** What was typed, for the form that is shown again. */
  typed: Record<string, string>
  /** The path of the profile. */
  path: string
}

/** The answer to the form of a profile, a student's or a store's. */
export function answerProfile({ context }: ProfileRequest, { result, typed, path }: Changed) {
  const refuse = (errors: FormErrors, status = 400) => data({ errors, typed }, status)
  const refuseForNow = (text: string, init: ResponseInit) =>
    data({ notice: { kind: 'invalid' as const, text }, typed }, init)
  if (typeof result === 'object') {
    if ('tooMany' in result)
      return refuseForNow(result.tooMany.text, tooManyRequests(context, result.tooMany.waitSeconds))
    return refuse({ password: lockedText(result.lockedSeconds) }, tooManyRequests(context, result.lockedSeconds).status)
  }
  switch (result) {
    case 'busy':
      return refuseForNow(profileTexts.busy, tooManyRequests(context, 1))
    case 'password needed':
      return refuse({ password: profileTexts.passwordForPhone })
    case 'wrong password':
      return refuse({ password: accountTexts.wrongPassword }, 401)
    case 'phone taken':
      return refuse({ phone: accountTexts.phoneTaken }, 409)
    case 'saved':
      // The page that says so has the new name in its frame, and Back leads to what was before the form.
      throw replace(`${path}?saved=on`, 303)
  }
}
