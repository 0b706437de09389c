import { data, redirect, type RouterContextProvider } from 'react-router'

import { logInPath } from '#app/access/log-in-path.ts'
import { buyPath, purchasesPath } from '#app/access/paths.ts'
import { signedInViewer } from '#app/access/viewer.ts'
import { formatPaise } from '#app/format/money.ts'
import { type Answer, readForm } from '#app/forms/forms.ts'
import { isPlainForm } from '#app/forms/plain-form.server.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { refuseTooMany, senderOf, tooManyRequests } from '#app/limits/refuse-too-many.server.ts'
import { dbContext } from '#app/platform/context.ts'
import { findKind, type ListedPost } from '#app/posts/post-queries.server.ts'

import { findSimilarTo } from './find-buying.server.ts'
import { fewLeft, orderTexts } from './order-texts.ts'
import { placeOrder } from './place-order.server.ts'
import { orderLimit, orderRules } from './purchase-rules.ts'

export interface OrderAnswer extends Answer {
  /** The current price, if it is not the one that the buyer saw. */
  newPaise?: number
  /** The idempotency key was used for an order with other content. */
  isPlaced?: true
  /** All copies are sold: posts that can be bought instead. */
  soldOut?: ListedPost[]
}

interface OrderAction {
  context: Readonly<RouterContextProvider>
  request: Request
  postId: string
}

export async function answerOrder({ context, request, postId }: OrderAction) {
  const buyer = signedInViewer(context)
  const db = context.get(dbContext)
  const kind = await findKind(db, postId)
  const sent = await readFormData(request)
  const form = readForm(orderRules(kind ?? (sent.has('email') ? 'course' : 'book')), sent)
  const refuse = (answer: OrderAnswer, status: number) => data({ ...answer, typed: form.typed }, status)
  if (!form.ok) return refuse({ errors: form.errors }, 400)

  const chargeLimit = () => refuseTooMany(db, orderLimit, senderOf(context, buyer.id))
  const placed = await placeOrder(db, { postId, buyer, order: form.values }, chargeLimit)
  if (placed === 'not for stores') throw redirect(logInPath(buyPath(postId)))
  if (placed === 'gone') return refuse({ errors: { '': orderTexts.gone } }, 410)
  if (placed === 'own') return refuse({ errors: { '': orderTexts.own } }, 409)
  if (placed === 'differs') return refuse({ errors: { '': orderTexts.differs }, isPlaced: true }, 409)
  if ('tooMany' in placed)
    return refuse({ errors: { '': placed.tooMany.text } }, tooManyRequests(context, placed.tooMany.waitSeconds).status)
  if ('left' in placed) {
    if (placed.left > 0) return refuse({ errors: { quantity: fewLeft(placed.left) } }, 409)
    return refuse({ errors: { '': orderTexts.soldOut }, soldOut: await findSimilarTo(context, postId) }, 409)
  }
  if ('newPaise' in placed) {
    const text = `The price has changed: it is ${formatPaise(placed.newPaise)} now. Nothing was ordered yet.`
    return refuse({ errors: { '': text }, newPaise: placed.newPaise }, 409)
  }
  const bought = kind ?? 'book'
  if (isPlainForm(request)) throw redirect(`${purchasesPath}?bought=${bought}`, 303)
  return data<OrderAnswer>({ notice: { kind: 'success', text: orderTexts.bought[bought] } })
}
