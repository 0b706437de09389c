import { data, redirect, type RouterContextProvider } from 'react-router'

import { viewerContext } from '#app/accounts/viewer.ts'
import { dbContext } from '#app/platform/context.ts'
import { type Answer, readForm } from '#app/platform/forms.ts'
import { isId } from '#app/platform/ids.server.ts'
import { formatPaise } from '#app/platform/money.ts'
import { refuseTooMany } from '#app/platform/refuse-too-many.server.ts'
import { sentForm } from '#app/platform/sent-form.server.ts'
import { findPost } from '#app/posts/post-queries.server.ts'

import { orderLimit, orderRules } from './order-rules.ts'
import { orderTexts } from './order-texts.ts'
import { placeOrder } from './place-order.server.ts'

export interface OrderAnswer extends Answer {
  /** What the item costs now, where that is not what the buyer read. */
  newPaise?: number
  /** The order was placed before, with other content: its idempotency key is used up. */
  isPlaced?: true
}

interface Purchase {
  context: Readonly<RouterContextProvider>
  request: Request
  postId: string
  /** Where the buyer came from, for whoever has to log in. */
  back: string
  /** Where a buyer goes on. */
  bought: (kind: string) => string
}

export async function answerOrder({ context, request, postId, back, bought }: Purchase) {
  const buyer = context.get(viewerContext)
  const toLogIn = redirect(`/login?to=${encodeURIComponent(back)}`)
  if (!buyer) throw toLogIn
  const db = context.get(dbContext)
  const post = isId(postId) ? await findPost(db, postId) : undefined
  const sent = await sentForm(request)
  const form = readForm(orderRules(post?.kind ?? (sent.has('email') ? 'course' : 'book')), sent)
  const refuse = (answer: OrderAnswer, status: number) => data({ ...answer, typed: form.typed }, status)
  if (!form.ok) return refuse({ errors: form.errors }, 400)

  const chargeLimit = () => refuseTooMany(context, orderLimit, buyer.id)
  const placed = await placeOrder(db, { postId, buyer, order: form.values }, chargeLimit)
  if (placed === 'not for stores') throw toLogIn
  if (placed === 'gone') return refuse({ errors: { '': orderTexts.gone } }, 410)
  if (placed === 'own') return refuse({ errors: { '': orderTexts.own } }, 409)
  if (placed === 'differs') return refuse({ errors: { '': orderTexts.differs }, isPlaced: true }, 409)
  if ('tooMany' in placed) return refuse({ errors: { '': placed.tooMany.text } }, placed.tooMany.init.status)
  if ('newPaise' in placed) {
    const text = `The price has changed: it is ${formatPaise(placed.newPaise)} now. Nothing was ordered yet.`
    return refuse({ errors: { '': text }, newPaise: placed.newPaise }, 409)
  }
  throw redirect(bought(post?.kind ?? 'book'), 303)
}
