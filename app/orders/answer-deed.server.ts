import { data, redirect, type RouterContextProvider } from 'react-router'

import { signedInViewer } from '#app/access/viewer.ts'
import { type Answer, readForm } from '#app/forms/forms.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { refuseTooMany, senderOf, tooManyRequests } from '#app/limits/refuse-too-many.server.ts'
import { dbContext } from '#app/platform/context.ts'
import { answerRatingForm } from '#app/ratings/answer-rating-form.server.ts'

import { changeOrder } from './change-order.server.ts'
import { markOrderedSold } from './mark-ordered-sold.server.ts'
import { AnyDeed, deedLimit, deedRules } from './deed-rules.ts'
import { lockedCode, orderAnswers, wrongCode } from './state-texts.ts'

export interface DeedAnswer extends Answer {
  /** The order that it is about. */
  order?: string
}

interface DeedRequest {
  context: Readonly<RouterContextProvider>
  request: Request
  /** The address of the list with this order first. */
  pathWith: (orderId: string) => string
}

/** Does with an order, or its rating, what somebody asks for on the page of their orders or purchases. */
export async function answerDeed({ context, request, pathWith }: DeedRequest) {
  const person = signedInViewer(context)
  const sent = await readFormData(request)
  const rated = await answerRatingForm(context, sent, pathWith)
  if (rated) return rated
  const sold = sent.get('sold')
  if (typeof sold === 'string') return answerSold(context, sold, pathWith)
  const which = readForm(AnyDeed, sent)
  if (!which.ok) return data({ errors: { '': orderAnswers.gone } }, 400)
  const { order: orderId, deed, key } = which.values
  const form = readForm(deedRules(deed), sent)
  const refuse = (errors: Answer['errors'], status: number) =>
    data({ order: orderId, errors, typed: form.typed } as DeedAnswer, status)
  if (!form.ok) return refuse(form.errors, 400)
  const tooMany = await refuseTooMany(context.get(dbContext), deedLimit, senderOf(context, person.id))
  if (tooMany) return refuse({ '': tooMany.text }, tooManyRequests(context, tooMany.waitSeconds).status)

  const { order: _, ...said } = form.values
  const changed = await changeOrder(context.get(dbContext), { orderId, person, ...said, deed, key })
  if (changed === 'gone') return refuse({ '': orderAnswers.gone }, 404)
  if (changed === 'too late') return refuse({ '': orderAnswers.tooLate }, 409)
  if (typeof changed === 'object') {
    const text = 'triesLeft' in changed ? wrongCode(changed.triesLeft) : lockedCode(changed.lockedMinutes)
    return refuse({ code: text }, 'triesLeft' in changed ? 400 : 429)
  }
  throw redirect(pathWith(orderId), 303)
}

/** The answer to "Still for sale?". */
async function answerSold(context: DeedRequest['context'], orderId: string, pathWith: DeedRequest['pathWith']) {
  const seller = signedInViewer(context)
  const tooMany = await refuseTooMany(context.get(dbContext), deedLimit, senderOf(context, seller.id))
  const answer: DeedAnswer = { order: orderId, errors: { '': tooMany?.text ?? orderAnswers.gone } }
  if (tooMany) return data(answer, tooManyRequests(context, tooMany.waitSeconds).status)
  if (!(await markOrderedSold(context.get(dbContext), seller, orderId))) return data(answer, 404)
  throw redirect(pathWith(orderId), 303)
}
