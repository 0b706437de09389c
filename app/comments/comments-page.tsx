import { Form, useLocation, useNavigate, useNavigation } from 'react-router'

import { commentsPath } from '#app/access/paths.ts'
import { keepPageOnFailure, nullOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { NotLoaded } from '#app/connection/not-loaded.tsx'
import { AnswerNotice } from '#app/forms/answer-notice.tsx'
import { useForm } from '#app/forms/use-form.ts'
import { useIdempotencyKey } from '#app/forms/use-idempotency-key.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { PostSummary } from '#app/posts/post-summary.tsx'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'

import type { Route } from './+types/comments-page'
import { answerComments, type CommentAnswer } from './answer-comments.server.ts'
import { CommentFields } from './comment-fields.tsx'
import { CommentItem } from './comment-item.tsx'
import { CommentPages } from './comment-pages.tsx'
import { NewComment } from './comment-rules.ts'
import { commentTexts } from './comment-texts.ts'
import { findComments, type FoundComments } from './find-comments.server.ts'

export const loader = ({ context, params, url }: Route.LoaderArgs) =>
  findComments(context, params.id, url.searchParams.get('from'))

/** Without a connection the dialog keeps what it has. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return (await nullOnFailure(() => serverLoader())) ?? { post: null }
}

export const action = ({ context, params, request }: Route.ActionArgs) =>
  answerComments({ context, request, postId: params.id })

export async function clientAction({ serverAction, request }: Route.ClientActionArgs) {
  const sent = await request.clone().formData()
  const isNew = !sent.has('delete') && !sent.has('answerTo')
  return keepPageOnFailure(() => serverAction(), isNew ? commentTexts.failed : commentTexts.changeFailed)
}

/** The comments of a post, to read, to add to and to answer; over another page it is a dialog (comments-dialog.tsx). */
export default function CommentsPage({ loaderData: found, actionData }: Route.ComponentProps) {
  return (
    <main id="content" className="mx-auto w-full max-w-form px-4 py-5 md:px-8">
      <PageTitle>Comments</PageTitle>
      {found.post ? (
        <Comments found={found} answer={actionData} />
      ) : (
        <NotLoaded heading="h1" title="The page did not arrive" />
      )}
    </main>
  )
}

interface CommentsProps {
  found: FoundComments
  answer: CommentAnswer | undefined
}

function Comments({ found: { post, comments: page, key }, answer: sent }: CommentsProps) {
  const isAdded = new URLSearchParams(useLocation().search).has('commented')
  const answered = sent?.typed?.answerTo
  const isAnswered = (id: string) => id === answered
  const answer = answered === undefined ? (sent ?? (isAdded ? added : undefined)) : undefined
  const isThere = answered === undefined || page.comments.some(({ id }) => isAnswered(id))
  const questionGone = isThere ? undefined : Object.values(sent?.errors ?? {})[0]
  const form = useForm(NewComment, answer)
  const formKey = useIdempotencyKey(key, answer)
  const navigate = useNavigate()
  const isSending = useNavigation().state === 'submitting'
  const path = postPath(post)
  return (
    <>
      <h1 className="mb-4">Comments</h1>
      <AnswerNotice answer={answer} onSuccess={() => void navigate(commentsPath(post.id), { replace: true })} />
      <PostSummary post={post} />
      {questionGone && <ErrorSummary>{questionGone}</ErrorSummary>}
      {page.comments.length === 0 ? (
        <p className="py-6 text-center text-ink-soft">{commentTexts.none}</p>
      ) : (
        <ul aria-label="Comments" className="divide-y divide-rule">
          {page.comments.map((comment) => (
            <CommentItem
              key={comment.id}
              postId={post.id}
              path={path}
              comment={comment}
              hasAnchor
              answer={isAnswered(comment.id) ? sent : undefined}
            />
          ))}
        </ul>
      )}
      <CommentPages page={page} path={commentsPath(post.id)} />
      <Form {...form.props} action={commentsPath(post.id)} replace className="mt-3.5 grid gap-4.5">
        <CommentFields form={form} formKey={formKey} isOwnPost={post.isOwn} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="main" busy={isSending}>
            {isSending ? 'Adding comment...' : 'Add Comment'}
          </Button>
          <ButtonLink to={path} variant="line">
            Close
          </ButtonLink>
        </div>
      </Form>
    </>
  )
}

const added: CommentAnswer = { notice: { kind: 'success', text: commentTexts.added } }
