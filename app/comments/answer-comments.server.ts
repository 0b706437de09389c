import { data, redirect, type RouterContextProvider } from 'react-router'

import { logInPath } from '#app/access/log-in-path.ts'
import { commentsPath } from '#app/access/paths.ts'
import { signedInViewer } from '#app/access/viewer.ts'
import { type Answer, readForm } from '#app/forms/forms.ts'
import { isPlainForm } from '#app/forms/plain-form.server.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { refuseTooMany, senderOf, tooManyRequests } from '#app/limits/refuse-too-many.server.ts'
import { dbContext } from '#app/platform/context.ts'

import { addAnswer } from './add-answer.server.ts'
import { addComment } from './add-comment.server.ts'
import { commentLimit, DeletedComment, NewAnswer, NewComment } from './comment-rules.ts'
import { commentTexts } from './comment-texts.ts'
import { deleteComment } from './delete-comment.server.ts'

export interface CommentAnswer extends Answer {
  isDone?: true
}

interface CommentAction {
  context: Readonly<RouterContextProvider>
  request: Request
  postId: string
}

/** The forms of a post's comments: people add one, the seller answers it, its author or the seller deletes it. */
export async function answerComments({ context, request, postId }: CommentAction) {
  const by = signedInViewer(context)
  const db = context.get(dbContext)
  const sent = await readFormData(request)
  const done = (plainPath: string, answer: CommentAnswer = {}) => {
    if (isPlainForm(request)) throw redirect(plainPath, 303)
    return data<CommentAnswer>({ isDone: true, ...answer })
  }
  const onPost = `/posts/${encodeURIComponent(postId)}#comments`
  if (sent.has('delete')) {
    const form = readForm(DeletedComment, sent)
    if (form.ok) await deleteComment(db, by, form.values.delete)
    return done(onPost)
  }

  const form = readForm(sent.has('answerTo') ? NewAnswer : NewComment, sent)
  if (!form.ok) return data<CommentAnswer>({ errors: form.errors, typed: form.typed }, 400)
  const toAdd = { postId, by, ...form.values }
  const chargeLimit = () => refuseTooMany(db, commentLimit, senderOf(context, by.id))
  const answerTo = sent.get('answerTo')
  const isAnswer = typeof answerTo === 'string'
  const result = isAnswer
    ? await addAnswer(db, { ...toAdd, answerTo }, chargeLimit)
    : await addComment(db, toAdd, chargeLimit)
  if (result === 'not for stores') throw redirect(logInPath(commentsPath(postId)))
  if (result === 'added') {
    if (isAnswer) return done(onPost)
    return done(`${commentsPath(postId)}?commented=on`, { notice: { kind: 'success', text: commentTexts.added } })
  }
  const refuse = (text: string, init: number | ResponseInit, more: CommentAnswer = {}) =>
    data<CommentAnswer>({ errors: { '': text }, typed: form.typed, ...more }, init)
  switch (result) {
    case 'gone':
      return refuse(commentTexts.gone, 410)
    case 'question gone':
      return refuse(commentTexts.questionGone, 410)
    case 'not the seller':
      return refuse(commentTexts.notSeller, 403)
    case 'differs':
      return refuse(commentTexts.differs, 409, { isKeyUsed: true })
    default:
      return refuse(result.tooMany.text, tooManyRequests(context, result.tooMany.waitSeconds))
  }
}
