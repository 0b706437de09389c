import { data, redirect, type RouterContextProvider } from 'react-router'

import { comeBackAfter } from '#app/platform/come-back-after.server.ts'
import { addressContext, configContext, dbContext } from '#app/platform/context.ts'
import { readForm } from '#app/platform/forms.ts'
import { isPlainForm } from '#app/platform/plain-form.server.ts'
import { safePath } from '#app/platform/safe-path.ts'
import { sentForm } from '#app/platform/sent-form.server.ts'

import { type AccountKind, secretFields, StoreLogin, StudentLogin } from './account-rules.ts'
import { accountTexts, lockedText } from './account-texts.ts'
import { logIn } from './log-in.server.ts'
import { readSessionToken, sessionCookie } from './session-cookie.server.ts'
import { endSession } from './sessions.server.ts'

interface LogInRequest {
  context: Readonly<RouterContextProvider>
  request: Request
  url: URL
}

/** What both log-in pages do with their form. With script the page goes on by itself once its notice was read. */
export async function answerLogIn(kind: AccountKind, { context, request, url }: LogInRequest) {
  const form = readForm(kind === 'student' ? StudentLogin : StoreLogin, await sentForm(request), {
    secret: secretFields,
  })
  if (!form.ok) return data({ errors: form.errors, typed: form.typed }, 400)

  const db = context.get(dbContext)
  const config = context.get(configContext)
  const result = await logIn(db, kind, { ...form.values, address: context.get(addressContext) })
  if (result.refused) {
    const isLocked = result.refused === 'locked'
    const text = isLocked ? lockedText(result.lockedSeconds) : accountTexts.wrongLogin
    const answer = { notice: { kind: 'invalid' as const, text }, typed: { phone: form.values.phone } }
    return data(answer, isLocked ? comeBackAfter(context, result.lockedSeconds) : { status: 401 })
  }

  const before = readSessionToken(request, config)
  if (before) await endSession(db, before)
  const headers = { 'Set-Cookie': sessionCookie(result.token, config) }
  const goTo = wayOn(url)
  if (isPlainForm(request)) throw redirect(goTo, { status: 303, headers })
  return data({ notice: { kind: 'success' as const, text: accountTexts.loggedIn }, goTo }, { headers })
}

/** Where one was on the way to. What stands beside it in the address, such as a post to buy, belongs to the way. */
function wayOn({ searchParams }: URL) {
  const { to, registered: _, ...beside } = Object.fromEntries(searchParams)
  const path = safePath(to) ?? '/'
  const more = new URLSearchParams(beside).toString()
  if (!more) return path
  const [, place = '', query = '', part = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(path) ?? []
  return `${place}?${query && `${query}&`}${more}${part}`
}
