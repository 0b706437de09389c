import { data, redirect, type RouterContextProvider } from 'react-router'

import { securityPath } from '#app/access/paths.ts'
import { readForm } from '#app/forms/forms.ts'
import { isPlainForm } from '#app/forms/plain-form.server.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { answerTooMany, refuseTooMany, senderOf, tooManyRequests } from '#app/limits/refuse-too-many.server.ts'
import { addressContext, configContext, dbContext } from '#app/platform/context.ts'
import { isId } from '#app/platform/ids.server.ts'

import { passwordChanges, passwordLimit, secretFields } from './account-rules.ts'
import { accountTexts, lockedText } from './account-texts.ts'
import { changePassword } from './change-password.server.ts'
import { describeBrowser } from './describe-browser.ts'
import { redirectLoggedOut } from './redirect-logged-out.server.ts'
import { sessionCookie } from './session-cookie.server.ts'
import { endAllSessions, endSessionOf } from './sessions.server.ts'
import { sessionIdContext, signedInViewer } from '#app/access/viewer.ts'

interface SecurityRequest {
  context: Readonly<RouterContextProvider>
  request: Request
}

/** The browser that changed the password stays logged in; all others are logged out. */
export async function answerPasswordChange({ context, request }: SecurityRequest) {
  const viewer = signedInViewer(context)
  const form = readForm(passwordChanges[viewer.kind], await readFormData(request), { secret: secretFields })
  if (!form.ok) return data({ errors: form.errors, typed: form.typed }, 400)

  const change = {
    viewer,
    ...form.values,
    address: context.get(addressContext),
    browser: describeBrowser(request.headers.get('User-Agent')),
  }
  const chargeLimit = () => refuseTooMany(context.get(dbContext), passwordLimit, senderOf(context, viewer.id))
  const result = await changePassword(context.get(dbContext), change, chargeLimit)
  const refuse = (currentPassword: string, init: number | ResponseInit) => data({ errors: { currentPassword } }, init)
  if (result.refused === 'locked')
    return refuse(lockedText(result.lockedSeconds), tooManyRequests(context, result.lockedSeconds))
  if (result.refused === 'wrong password') return refuse(accountTexts.wrongPassword, 401)
  if (result.refused === 'too many') return answerTooMany(context, result.tooMany)

  const headers = { 'Set-Cookie': sessionCookie(result.token, context.get(configContext)) }
  if (isPlainForm(request)) throw redirect(`${securityPath}?saved=on`, { status: 303, headers })
  return data({ notice: { kind: 'success' as const, text: accountTexts.passwordChanged } }, { headers })
}

/** Ends one session of the viewer, or all of them: `ended` is a session's id or "all". */
export async function answerSessionEnd({ context }: SecurityRequest, ended: string) {
  const viewer = signedInViewer(context)
  const db = context.get(dbContext)
  if (ended === 'all') await endAllSessions(db, viewer)
  else if (isId(ended)) await endSessionOf(db, viewer, ended)
  const isOwnEnded = ended === 'all' || ended === context.get(sessionIdContext)
  if (!isOwnEnded) throw redirect(securityPath, 303)
  throw redirectLoggedOut(context.get(configContext), viewer)
}
