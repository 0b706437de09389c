import { data, redirect, type RouterContextProvider } from 'react-router'

import { signedInViewer, type Viewer } from '#app/access/viewer.ts'
import { type Answer, type FormErrors, readForm } from '#app/forms/forms.ts'
import { refuseTooMany, senderOf, tooManyRequests } from '#app/limits/refuse-too-many.server.ts'
import { dbContext } from '#app/platform/context.ts'
import type { Db } from '#app/platform/db.server.ts'

import { addRating } from './add-rating.server.ts'
import { answerRating } from './answer-rating.server.ts'
import { NewRating, RatingAnswer, ratingLimit, RatingReport } from './rating-form-rules.ts'
import { ratingAnswers } from './rating-texts.ts'
import { reportRating } from './report-rating.server.ts'

interface RatingFormAnswer extends Answer {
  /** The order that it is about. */
  order: string
}

/** Rates an order, or answers or reports the rating of one. Null if the form does something else. */
export async function answerRatingForm(
  context: Readonly<RouterContextProvider>,
  sent: FormData,
  pathWith: (orderId: string) => string,
) {
  const name = formNames.find((one) => sent.has(one))
  if (!name) return null
  const person = signedInViewer(context)
  const typed = Object.fromEntries([...sent].filter((field): field is [string, string] => typeof field[1] === 'string'))
  const order = typed[name] ?? ''
  const tooMany = await refuseTooMany(context.get(dbContext), ratingLimit, senderOf(context, person.id))
  const refused = tooMany
    ? { errors: { '': tooMany.text }, status: tooManyRequests(context, tooMany.waitSeconds).status }
    : await forms[name](context.get(dbContext), person, sent)
  if (refused) return data<RatingFormAnswer>({ order, errors: refused.errors, typed }, refused.status)
  throw redirect(pathWith(order), 303)
}

type Refused = { errors: FormErrors; status: number }
type DoForm = (db: Db, person: Viewer, sent: FormData) => Promise<Refused | null>

/** By the field that holds the id of the order. */
const forms: Record<'rates' | 'answers' | 'reports', DoForm> = {
  async rates(db, person, sent) {
    const form = readForm(NewRating, sent)
    if (!form.ok) return { errors: form.errors, status: 400 }
    const added = await addRating(db, person, form.values)
    if (added === 'gone') return { errors: { '': ratingAnswers.gone }, status: 404 }
    return added === 'done' ? null : { errors: { '': ratingAnswers.tooLate }, status: 409 }
  },
  async answers(db, person, sent) {
    const form = readForm(RatingAnswer, sent)
    if (!form.ok) return { errors: form.errors, status: 400 }
    const { answers: orderId, words } = form.values
    const isDone = await answerRating(db, person, { orderId, words })
    return isDone ? null : { errors: { '': ratingAnswers.cannotAnswer }, status: 409 }
  },
  async reports(db, person, sent) {
    const form = readForm(RatingReport, sent)
    if (!form.ok) return { errors: form.errors, status: 400 }
    const { reports: orderId, words } = form.values
    const isDone = await reportRating(db, person, { orderId, words })
    return isDone ? null : { errors: { '': ratingAnswers.gone }, status: 404 }
  },
}
const formNames = Object.keys(forms) as (keyof typeof forms)[]
