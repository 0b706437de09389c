import { data, redirect, type RouterContextProvider } from 'react-router'

import { logInPath } from '#app/access/log-in-path.ts'
import { signedInViewer } from '#app/access/viewer.ts'
import { type Answer, readForm } from '#app/forms/forms.ts'
import { isPlainForm } from '#app/forms/plain-form.server.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { refuseTooMany } from '#app/limits/refuse-too-many.server.ts'
import { dbContext } from '#app/platform/context.ts'

import { addComment } from './add-comment.server.ts'
import { type CommentPage, listComments } from './comment-queries.server.ts'
import { commentLimit, NewComment } from './comment-rules.ts'
import { commentTexts } from './comment-texts.ts'

export interface CommentAnswer extends Answer {
  /** The page of comments that is shown, after they have changed. */
  comments?: CommentPage
}

interface CommentAction {
  context: Readonly<RouterContextProvider>
  request: Request
  postId: string
  /** The URL of the dialog, to return to after log-in and after commenting without JavaScript. */
  back: string
}

export async function answerComment({ context, request, postId, back }: CommentAction) {
  const by = signedInViewer(context)
  const db = context.get(dbContext)
  const form = readForm(NewComment, await readFormData(request))
  if (!form.ok) return data<CommentAnswer>({ errors: form.errors, typed: form.typed }, 400)

  const refuse = (text: string, init: number | ResponseInit, more: CommentAnswer = {}) =>
    data<CommentAnswer>({ errors: { '': text }, typed: form.typed, ...more }, init)

  const chargeLimit = () => refuseTooMany(context, commentLimit, by.id)
  const result = await addComment(db, { postId, by, ...form.values }, chargeLimit)
  if (result === 'not for stores') throw redirect(logInPath(back))
  if (result === 'gone') return refuse(commentTexts.gone, 410)
  if (result === 'differs') return refuse(commentTexts.differs, 409, { isKeyUsed: true })
  if (result !== 'added') return refuse(result.tooMany.text, result.tooMany.init)
  if (isPlainForm(request)) throw redirect(`${back}&commented=on`, 303)
  const answer: CommentAnswer = {
    notice: { kind: 'success', text: commentTexts.added },
    comments: await listComments(db, by, postId),
  }
  return data(answer)
}
