import { data, redirect, type RouterContextProvider } from 'react-router'

import { viewerContext } from '#app/accounts/viewer.ts'
import { dbContext } from '#app/platform/context.ts'
import { type Answer, readForm } from '#app/platform/forms.ts'
import { isPlainForm } from '#app/platform/plain-form.server.ts'
import { refuseTooMany } from '#app/platform/refuse-too-many.server.ts'
import { sentForm } from '#app/platform/sent-form.server.ts'

import { addBookRequest } from './add-book-request.server.ts'
import { bookRequestLimit, NewBookRequest } from './book-request-rules.ts'
import { bookRequestTexts, requestPath } from './book-request-texts.ts'

export interface RequestAnswer extends Answer {
  /** The page has other forms: whose answer it is. */
  isRequest: true
}

export async function answerBookRequest(context: Readonly<RouterContextProvider>, request: Request) {
  const student = context.get(viewerContext)
  const form = readForm(NewBookRequest, await sentForm(request))
  if (student?.kind !== 'student') {
    throw redirect(`/login?to=${encodeURIComponent(requestPath(form.typed.bookName ?? ''))}`)
  }
  if (!form.ok) return data<RequestAnswer>({ isRequest: true, errors: form.errors, typed: form.typed }, 400)

  const refuse = (text: string, init: number | ResponseInit, more: Answer = {}) => {
    const notice = { kind: 'invalid' as const, text }
    return data<RequestAnswer>({ isRequest: true, notice, typed: form.typed, ...more }, init)
  }

  const chargeLimit = () => refuseTooMany(context, bookRequestLimit, student.id)
  const added = await addBookRequest(context.get(dbContext), student.id, form.values, chargeLimit)
  if (added === 'differs') return refuse(bookRequestTexts.differs, 409, { isKeyUsed: true })
  if (added !== 'added') return refuse(added.tooMany.text, added.tooMany.init)
  if (isPlainForm(request)) throw redirect('/?requested=on#request', 303)
  return data<RequestAnswer>({ isRequest: true, notice: { kind: 'success', text: bookRequestTexts.sent } })
}
