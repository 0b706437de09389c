import { data, redirect, type RouterContextProvider } from 'react-router'

import { viewerContext } from '#app/accounts/viewer.ts'
import { dbContext } from '#app/platform/context.ts'
import { type Answer, readForm } from '#app/platform/forms.ts'
import { isPlainForm } from '#app/platform/plain-form.server.ts'
import { refuseTooMany } from '#app/platform/refuse-too-many.server.ts'
import { sentForm } from '#app/platform/sent-form.server.ts'

import { addComment } from './add-comment.server.ts'
import { listComments, type ListedComment } from './comment-queries.server.ts'
import { commentLimit, NewComment } from './comment-rules.ts'
import { commentTexts } from './comment-texts.ts'

export interface CommentAnswer extends Answer {
  /** As they stand after one was added. */
  comments?: ListedComment[]
}

interface Said {
  context: Readonly<RouterContextProvider>
  request: Request
  postId: string
  /** Where whoever speaks is: for the way back from the log-in, and without script. */
  back: string
}

export async function answerComment({ context, request, postId, back }: Said) {
  const by = context.get(viewerContext)
  const toLogIn = redirect(`/login?to=${encodeURIComponent(back)}`)
  if (!by) throw toLogIn
  const db = context.get(dbContext)
  const form = readForm(NewComment, await sentForm(request))
  if (!form.ok) return data<CommentAnswer>({ errors: form.errors, typed: form.typed }, 400)

  const refuse = (text: string, init: number | ResponseInit, more: CommentAnswer = {}) =>
    data<CommentAnswer>({ errors: { '': text }, typed: form.typed, ...more }, init)

  const chargeLimit = () => refuseTooMany(context, commentLimit, by.id)
  const said = await addComment(db, { postId, by, ...form.values }, chargeLimit)
  if (said === 'not for stores') throw toLogIn
  if (said === 'gone') return refuse(commentTexts.gone, 410)
  if (said === 'differs') return refuse(commentTexts.differs, 409, { isKeyUsed: true })
  if (said !== 'added') return refuse(said.tooMany.text, said.tooMany.init)
  if (isPlainForm(request)) throw redirect(`${back}&commented=on`, 303)
  const answer: CommentAnswer = {
    notice: { kind: 'success', text: commentTexts.added },
    comments: await listComments(db, postId),
  }
  return data(answer)
}
