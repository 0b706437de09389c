import { data, redirect, type RouterContextProvider } from 'react-router'

import { signedInViewer } from '#app/access/viewer.ts'
import { readForm } from '#app/forms/forms.ts'
import { isPlainForm } from '#app/forms/plain-form.server.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { refuseTooMany } from '#app/limits/refuse-too-many.server.ts'
import { dbContext } from '#app/platform/context.ts'

import { addAnswer } from './add-answer.server.ts'
import type { CommentAnswer } from './answer-comment.server.ts'
import { listComments } from './comment-queries.server.ts'
import { commentLimit, DeletedComment, NewAnswer } from './comment-rules.ts'
import { commentTexts } from './comment-texts.ts'
import { deleteComment } from './delete-comment.server.ts'

interface CommentChange {
  context: Readonly<RouterContextProvider>
  request: Request
  postId: string
  /** The comment with which the shown page begins. */
  from: string | null
}

/** The forms at each comment: the seller answers it, its author or the seller deletes it. */
export async function changeComments({ context, request, postId, from }: CommentChange) {
  const by = signedInViewer(context)
  const db = context.get(dbContext)
  const sent = await readFormData(request)
  const changed = async () => {
    if (isPlainForm(request)) throw redirect(`/posts/${encodeURIComponent(postId)}#comments`, 303)
    return data<CommentAnswer>({ comments: await listComments(db, by, postId, from) })
  }

  if (sent.has('delete')) {
    const form = readForm(DeletedComment, sent)
    if (form.ok) await deleteComment(db, by, form.values.delete)
    return changed()
  }
  const form = readForm(NewAnswer, sent)
  if (!form.ok) return data<CommentAnswer>({ errors: form.errors, typed: form.typed }, 400)
  const chargeLimit = () => refuseTooMany(context, commentLimit, by.id)
  const result = await addAnswer(db, { postId, by, ...form.values }, chargeLimit)
  if (result === 'added') return changed()
  const refuse = (text: string, init: number | ResponseInit, more: CommentAnswer = {}) =>
    data<CommentAnswer>({ errors: { '': text }, typed: form.typed, ...more }, init)
  switch (result) {
    case 'gone':
      return refuse(commentTexts.gone, 410)
    case 'question gone':
      return refuse(commentTexts.questionGone, 410)
    case 'not the seller':
    case 'not for stores':
      return refuse(commentTexts.notSeller, 403)
    case 'differs':
      return refuse(commentTexts.differs, 409, { isKeyUsed: true })
    default:
      return refuse(result.tooMany.text, result.tooMany.init)
  }
}
