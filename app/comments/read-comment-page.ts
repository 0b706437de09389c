import type { CommentPage } from './comment-queries.server.ts'

/** Dates are strings in JSON. */
export function readCommentPage(json: unknown): CommentPage {
  const page = json as CommentPage
  const comments = page.comments.map((one) => ({ ...withDate(one), answers: one.answers.map(withDate) }))
  return { ...page, comments }
}

const withDate = <Said extends { createdAt: Date }>(said: Said) => ({ ...said, createdAt: new Date(said.createdAt) })
