import { data, redirect, type RouterContextProvider } from 'react-router'

import type { AccountKind } from '#app/access/role-rules.ts'
import { readForm } from '#app/forms/forms.ts'
import { isPlainForm } from '#app/forms/plain-form.server.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { tooManyRequests } from '#app/limits/refuse-too-many.server.ts'
import { addressContext, configContext, dbContext } from '#app/platform/context.ts'

import { logInForms, secretFields } from './account-rules.ts'
import { accountTexts, lockedText, suspendedText } from './account-texts.ts'
import { describeBrowser } from './describe-browser.ts'
import { logIn } from './log-in.server.ts'
import { safePath } from './safe-path.ts'
import { browserCookie, readBrowserToken, readSessionToken, sessionCookie } from './session-cookie.server.ts'
import { endSession } from './sessions.server.ts'

interface LogInRequest {
  context: Readonly<RouterContextProvider>
  request: Request
  url: URL
}

/** The action of both log-in pages. With JavaScript the page shows the notice and then opens `nextPath`. */
export async function answerLogIn(kind: AccountKind, { context, request, url }: LogInRequest) {
  const form = readForm(logInForms[kind], await readFormData(request), { secret: secretFields })
  if (!form.ok) return data({ errors: form.errors, typed: form.typed }, 400)

  const db = context.get(dbContext)
  const config = context.get(configContext)
  const result = await logIn(db, kind, {
    ...form.values,
    address: context.get(addressContext),
    browser: describeBrowser(request.headers.get('User-Agent')),
    browserToken: readBrowserToken(request, config),
  })
  if (result.refused) {
    const isLocked = result.refused === 'locked'
    const text =
      result.refused === 'locked'
        ? lockedText(result.lockedSeconds)
        : result.refused === 'suspended'
          ? suspendedText({ ...result, supportEmail: config.supportEmail })
          : accountTexts.wrongLogin
    const answer = { notice: { kind: 'invalid' as const, text }, typed: { phone: form.values.phone } }
    return data(answer, isLocked ? tooManyRequests(context, result.lockedSeconds) : { status: 401 })
  }

  const oldToken = readSessionToken(request, config)
  if (oldToken) await endSession(db, oldToken)
  const headers = new Headers([
    ['Set-Cookie', sessionCookie(result.token, config)],
    ['Set-Cookie', browserCookie(result.browserToken, config)],
  ])
  const nextPath = nextPathOf(url)
  if (isPlainForm(request)) throw redirect(nextPath, { status: 303, headers })
  return data({ notice: { kind: 'success' as const, text: accountTexts.loggedIn }, nextPath }, { headers })
}

/** The path in `to`, with the log-in page's other parameters, such as a post to buy, added to its query. */
function nextPathOf({ searchParams }: URL) {
  const { to, registered: _, reset: _reset, ...others } = Object.fromEntries(searchParams)
  const path = safePath(to) ?? '/'
  const added = new URLSearchParams(others).toString()
  if (!added) return path
  const [, pathname = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(path) ?? []
  return `${pathname}?${query && `${query}&`}${added}${hash}`
}
