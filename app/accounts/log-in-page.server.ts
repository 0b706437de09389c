import { data, redirect } from 'react-router'
import type { RouterContextProvider } from 'react-router'

import { configContext, dbContext } from '#app/platform/context.ts'
import { readForm } from '#app/platform/forms.ts'
import { safePath } from '#app/platform/safe-path.ts'

import { type AccountKind, accountTexts, secretFields, StoreLogin, StudentLogin } from './account-rules.ts'
import { logIn } from './log-in.server.ts'
import { sessionCookie } from './session-cookie.server.ts'

interface LogInRequest {
  context: Readonly<RouterContextProvider>
  request: Request
  url: URL
}

/** What both log-in pages do with their form. With script the page itself goes on once its notice was read. */
export async function answerLogIn(kind: AccountKind, { context, request, url }: LogInRequest) {
  const schema = kind === 'student' ? StudentLogin : StoreLogin
  const form = readForm(schema, await request.formData(), { secret: secretFields })
  if (!form.ok) return data({ errors: form.errors, typed: form.typed }, 400)

  const token = await logIn(context.get(dbContext), kind, form.values)
  if (!token) {
    const notice = { kind: 'invalid' as const, text: accountTexts.wrongLogin }
    return data({ notice, typed: { phone: form.values.phone } }, 401)
  }

  const headers = { 'Set-Cookie': sessionCookie(token, context.get(configContext)) }
  const goTo = safePath(url.searchParams.get('to')) ?? '/'
  const isPlainForm = request.headers.get('Accept')?.includes('text/html')
  if (isPlainForm) throw redirect(goTo, { status: 303, headers })
  return data({ notice: { kind: 'success' as const, text: accountTexts.loggedIn }, goTo }, { headers })
}
