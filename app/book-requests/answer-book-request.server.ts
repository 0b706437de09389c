import { data, redirect, type RouterContextProvider } from 'react-router'

import { logInPath } from '#app/access/log-in-path.ts'
import { may } from '#app/access/role-rules.ts'
import { viewerContext } from '#app/access/viewer.ts'
import { type Answer, readForm } from '#app/forms/forms.ts'
import { isPlainForm } from '#app/forms/plain-form.server.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { refuseTooMany, senderOf, tooManyRequests } from '#app/limits/refuse-too-many.server.ts'
import { findForSale } from '#app/matching/find-for-sale.server.ts'
import { dbContext, searchDbContext } from '#app/platform/context.ts'
import { synonymsContext } from '#app/posts/search/synonyms-context.ts'

import { addBookRequest } from './add-book-request.server.ts'
import { bookRequestLimit, NewBookRequest } from './book-request-rules.ts'
import { bookRequestTexts, requestPath } from './book-request-texts.ts'
import { describeForSale, type ForSale } from './for-sale.ts'

export interface RequestAnswer extends Answer {
  /** What is for sale of that name: the request is sent once its person has seen it. */
  forSale?: { bookName: string; posts: ForSale[] }
}

export async function answerBookRequest(context: Readonly<RouterContextProvider>, request: Request) {
  const student = context.get(viewerContext)
  const formData = await readFormData(request)
  const form = readForm(NewBookRequest, formData)
  if (!student || !may(student.kind, 'request books')) {
    throw redirect(logInPath(requestPath(form.typed.bookName ?? '')))
  }
  if (!form.ok) return data<RequestAnswer>({ errors: form.errors, typed: form.typed }, 400)

  const refuse = (text: string, init: number | ResponseInit, more: Answer = {}) => {
    const notice = { kind: 'invalid' as const, text }
    return data<RequestAnswer>({ notice, typed: form.typed, ...more }, init)
  }

  const { bookName } = form.values
  if (formData.get('seen') !== bookName) {
    const found = await findForSale(context.get(searchDbContext), student, context.get(synonymsContext), form.values)
    const forSale = { bookName, posts: found.map(describeForSale) }
    if (found.length > 0) return data<RequestAnswer>({ typed: form.typed, forSale })
  }

  const chargeLimit = () => refuseTooMany(context.get(dbContext), bookRequestLimit, senderOf(context, student.id))
  const added = await addBookRequest(context.get(dbContext), student.id, form.values, chargeLimit)
  if (added === 'differs') return refuse(bookRequestTexts.differs, 409, { isKeyUsed: true })
  if (added !== 'added') return refuse(added.tooMany.text, tooManyRequests(context, added.tooMany.waitSeconds))
  if (isPlainForm(request)) throw redirect('/?requested=on#request', 303)
  return data<RequestAnswer>({ notice: { kind: 'success', text: bookRequestTexts.sent } })
}
