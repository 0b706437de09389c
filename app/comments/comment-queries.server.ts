import { createHmac } from 'node:crypto'

import { type RawBuilder, sql } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { findSecret } from '#app/platform/secrets.server.ts'

import { countedMax } from './comment-texts.ts'
import { cutComment, fetchedCharacters } from './cut-comment.ts'

const pageSize = 10
/** With each comment: its newest answers; more of them with the comment that a page begins with. */
const answersMax = 3
const allAnswersMax = 100

export interface CommentPage {
  comments: ListedComment[]
  /** The comment or answer with which the page begins; null: the newest. */
  from: string | null
  hasNewer: boolean
  /** The comment with which the next page begins; null on the last. */
  older: string | null
  /** Of the post, counted up to `countedMax`. */
  total: number
}

export interface ListedComment extends ListedAnswer {
  mayAnswer: boolean
  answers: ListedAnswer[]
  /** How many answers before these are not on the page. */
  earlierAnswers: number
}

export interface ListedAnswer {
  id: string
  comment: string
  isCut: boolean
  createdAt: Date
  /** A mask, or the name of the seller. */
  by: string
  isSeller: boolean
  isOwn: boolean
  mayDelete: boolean
}

interface Said {
  id: string
  comment: string
  createdAt: Date
  authorId: string
}

interface Question extends Said {
  sellerId: string
  sellerName: string
  total: number
  hasNewer: boolean
}

interface Answer extends Said {
  answerTo: string
  /** How many answers the comment has. */
  answers: number
}

/**
 * A page of the comments on a post, newest first, each with its answers; long ones are cut. Authors are masked, except for the seller.
 * @param from The comment or answer with which the page begins, and which is not cut; null: the newest.
 */
export async function listComments(
  db: Db,
  viewer: Pick<Viewer, 'id'> | null,
  postId: string,
  from: string | null = null,
): Promise<CommentPage> {
  if (!isId(postId)) return noComments
  const whole = from !== null && isId(from) ? from : null
  const found = await findQuestions(db, postId, whole)
  // What the address names was the last comment, and is deleted.
  if (found.length === 0 && whole !== null) return listComments(db, viewer, postId)
  const questions = found.slice(0, pageSize)
  const answers = await findAnswers(db, questions, whole)
  const secret = await findMaskSecret(db)

  const listed = ({ id, comment, createdAt, authorId }: Said, { sellerId, sellerName }: Question): ListedAnswer => {
    const isSeller = authorId === sellerId
    const isOwn = authorId === viewer?.id
    const cut = id === whole ? null : cutComment(comment)
    return {
      id,
      comment: cut ?? comment,
      isCut: cut !== null,
      createdAt,
      isSeller,
      isOwn,
      by: isSeller ? sellerName : masked(authorId, secret),
      mayDelete: isOwn || sellerId === viewer?.id,
    }
  }
  const comments = questions.map((question) => {
    const ofQuestion = answers.filter(({ answerTo }) => answerTo === question.id)
    return {
      ...listed(question, question),
      mayAnswer: question.sellerId === viewer?.id,
      answers: ofQuestion.map((answer) => listed(answer, question)),
      earlierAnswers: (ofQuestion[0]?.answers ?? 0) - ofQuestion.length,
    }
  })
  return {
    comments,
    from: whole,
    hasNewer: found[0]?.hasNewer ?? false,
    older: found[pageSize]?.id ?? null,
    total: found[0]?.total ?? 0,
  }
}

export const noComments: CommentPage = { comments: [], from: null, hasNewer: false, older: null, total: 0 }

async function findQuestions(db: Db, postId: string, whole: string | null) {
  const first = sql`coalesce((select answer_to from comments where id = ${whole}), ${whole})`
  const { rows } = await sql<Question>`
    select comments.id, ${textOf(whole)} as comment, comments.created_at, author_id, seller_id, accounts.name as seller_name,
      (
        select count(*)::int
        from (select from comments where post_id = ${postId} and answer_to is null limit ${countedMax}) as counted
      ) as total,
      exists (
        select from comments where post_id = ${postId} and answer_to is null and id > ${first}
      ) as has_newer
    from comments join posts on posts.id = post_id join accounts on accounts.id = seller_id
    where post_id = ${postId} and answer_to is null ${whole === null ? sql`` : sql`and comments.id <= ${first}`}
    order by comments.id desc
    limit ${pageSize + 1}`.execute(db)
  return rows
}

async function findAnswers(db: Db, questions: Question[], whole: string | null) {
  const { rows } = await sql<Answer>`
    select answer.*
    from unnest(${questions.map(({ id }) => id)}::uuid[]) as question (id), lateral (
      select comments.id, ${textOf(whole)} as comment, created_at, author_id, answer_to, (count(*) over ())::int as answers
      from comments
      where answer_to = question.id
      order by comments.id desc
      limit case when ${whole} in (select id from comments where id = question.id or answer_to = question.id)
        then ${allAnswersMax}::int else ${answersMax}::int end
    ) as answer
    order by answer.id`.execute(db)
  return rows
}

/** The texts of the others are cut here. */
const textOf = (whole: string | null): RawBuilder<string> =>
  sql`case when comments.id = ${whole} then comment else left(comment, ${fetchedCharacters}) end`

/** The key of the masks. Created at start, so that loading a page never writes. */
export const findMaskSecret = (db: Db) => findSecret(db, 'commenters')

/**
 * Looks like the first 8 characters of an id, then asterisks; the same for a person on all posts. It is a keyed hash: the
 * real first characters are a timestamp, which would reveal when the person signed up, and which is the same for all who
 * did so within a minute.
 */
const masked = (id: string, secret: Buffer) =>
  createHmac('sha256', secret).update(id).digest('hex').slice(0, 8).padEnd(id.length, '*')
