import { data, Form, Link, redirect, useNavigation } from 'react-router'

import { noteAudit } from '#app/audit/note-audit.server.ts'
import { keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { storageContext } from '#app/files/storage/storage-context.ts'
import { formatDateTime } from '#app/format/dates.ts'
import { formatPaise } from '#app/format/money.ts'
import { type Answer, readForm } from '#app/forms/forms.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { useForm } from '#app/forms/use-form.ts'
import { dbContext } from '#app/platform/context.ts'
import { kindWords } from '#app/posts/post-texts.ts'
import { correctPost, settleSignals } from '#app/posts/selling/correct-post.server.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { Fold } from '#app/ui/fold.tsx'

import type { Route } from './+types/post-page'
import { Facts } from './facts.tsx'
import { moderate } from './moderate.server.ts'
import { ModerationForm } from './moderation-form.tsx'
import { daysOf, deedsOn, Moderation } from './moderation-rules.ts'
import { Correction } from './person-rules.ts'
import { findNamedPost, readPost } from './post-queries.server.ts'
import { signedInMember } from './team-member.ts'
import { teamTexts } from './team-texts.ts'

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const member = signedInMember(context)
  const post = await readPost(context.get(dbContext), member, id)
  if (!post) throw data(null, 404)
  return { post, deeds: deedsOn('post', member.role), mayOpenPerson: member.role === 'owner' }
}

interface PostAnswer extends Answer {
  isModeration?: true
}

export async function action({ context, params: { id }, request, url }: Route.ActionArgs) {
  const member = signedInMember(context)
  const db = context.get(dbContext)
  const post = await findNamedPost(db, id)
  if (!post) throw data(null, 404)
  const sent = await readFormData(request)
  const about = { by: member, accountId: post.sellerId, subject: `post ${id}` }
  if (sent.has('settle')) {
    await db.transaction().execute(async (transaction) => {
      await settleSignals(transaction, id)
      await noteAudit(transaction, { event: 'signals settled', ...about })
    })
    throw redirect('/team/posts', 303)
  }
  if (sent.has('moderate')) {
    const form = readForm(Moderation, sent)
    if (!form.ok) return data<PostAnswer>({ isModeration: true, errors: form.errors, typed: form.typed }, 400)
    const { moderate: deed, reason, days } = form.values
    if (!deedsOn('post', member.role).includes(deed)) throw data(null, 404)
    const done = await moderate(db, context.get(storageContext), {
      member,
      thing: 'post',
      id,
      deed,
      reason,
      days: daysOf(days),
    })
    if (!done) return data<PostAnswer>({ isModeration: true, errors: { '': teamTexts.postChanged } }, 409)
    throw redirect(deed === 'remove' ? '/team/posts' : url.pathname, 303)
  }
  const form = readForm(Correction, sent)
  if (!form.ok) return data<PostAnswer>({ errors: form.errors, typed: form.typed }, 400)
  await db.transaction().execute(async (transaction) => {
    await correctPost(transaction, id, form.values)
    await noteAudit(transaction, { event: 'post corrected', ...about, reason: `was: ${post.name}` })
  })
  throw redirect(url.pathname, 303)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPageOnFailure(() => serverAction(), teamTexts.failed)

export default function TeamPostPage({ loaderData, actionData }: Route.ComponentProps) {
  const { post, deeds, mayOpenPerson } = loaderData
  const answer: PostAnswer | undefined = actionData
  const thing = { reported: 'post' as const, isHidden: post.hiddenBecause !== null, isSuspended: post.isSuspended }
  return (
    <main id="content" className="mx-auto grid w-full max-w-page grid-cols-1 content-start gap-5 px-4 py-4 md:px-6">
      <PageTitle>{post.name}</PageTitle>
      <header className="grid gap-2">
        <h1 className="text-xl wrap-anywhere">{post.name}</h1>
        <p className="flex flex-wrap items-center gap-2">
          <Badge>{kindWords[post.kind].label}</Badge>
          {thing.isHidden && <Badge>{post.hiddenBecause === 'held' ? 'Held back' : 'Hidden'}</Badge>}
          {post.signals.map((signal) => (
            <Badge key={signal}>{signal}</Badge>
          ))}
          {!thing.isHidden && (
            <Link to={`/posts/${post.id}`} target="_blank" className="inline-flex min-h-11 items-center">
              See it
            </Link>
          )}
        </p>
      </header>
      <Facts
        facts={[
          [
            'Seller',
            mayOpenPerson ? (
              <Link key="seller" to={`/team/people/${post.sellerId}`}>
                {post.seller}
              </Link>
            ) : (
              post.seller
            ),
          ],
          ['Price', formatPaise(post.payablePaise)],
          ['Author', post.authorName],
          ['Class', post.className],
          ['Stream', post.stream],
          ['Category', post.category],
          ['Condition', post.condition],
          ['Posted', formatDateTime(post.createdAt)],
        ]}
      />
      {post.description && (
        <p className="border-l-3 border-rule pl-2.5 wrap-anywhere whitespace-pre-line">{post.description}</p>
      )}
      {post.signals.length > 0 && (
        <Form method="post">
          <Button type="submit" name="settle" value="on" variant="line">
            I have looked at it
          </Button>
        </Form>
      )}
      <ModerationForm thing={thing} deeds={deeds} answer={answer?.isModeration ? answer : undefined} />
      <CorrectionForm post={post} answer={answer?.isModeration ? undefined : answer} />
    </main>
  )
}

interface CorrectionFormProps {
  post: Route.ComponentProps['loaderData']['post']
  answer: PostAnswer | undefined
}

function CorrectionForm({ post, answer }: CorrectionFormProps) {
  const form = useForm(Correction, answer)
  const isSending = useNavigation().state !== 'idle'
  return (
    <Fold label="Correct a typo" isOpen={answer !== undefined}>
      <Form {...form.props} className="grid max-w-160 gap-3 pt-1">
        <Field label="Name" {...form.field('name', post.name)} />
        <Field label="Author" {...form.field('authorName', post.authorName)} />
        <TextArea label="Description" {...form.field('description', post.description)} rows={5} />
        <Button type="submit" variant="line" busy={isSending} className="justify-self-start">
          Save
        </Button>
      </Form>
    </Fold>
  )
}
