import { data, Form, redirect, useNavigation } from 'react-router'

import { helpPath } from '#app/access/paths.ts'
import { signedInViewer } from '#app/access/viewer.ts'
import { keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { type Answer, readForm } from '#app/forms/forms.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { useForm } from '#app/forms/use-form.ts'
import { refuseTooMany, senderOf, tooManyRequests } from '#app/limits/refuse-too-many.server.ts'
import { dbContext } from '#app/platform/context.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import type { Reported } from '#app/tickets/ticket-rules.ts'
import { Button } from '#app/ui/button.tsx'
import { Select, TextArea } from '#app/ui/field.tsx'
import { InlineNotice } from '#app/ui/notice.tsx'

import type { Route } from './+types/report-page'
import { addReport, findReported } from './add-report.server.ts'
import { reportReasons } from './report-reason-rules.ts'
import { NewReport, reportLimit, reportWordsMax } from './report-rules.ts'

const titles: Record<Reported, string> = {
  post: 'Report this post',
  comment: 'Report this comment',
  rating: 'Report this rating',
  person: 'Report this seller',
}

/** Which thing the address names, such as `?post=…`. */
function readThing({ searchParams }: URL) {
  for (const reported of ['post', 'comment', 'rating', 'person'] as const) {
    const id = searchParams.get(reported)
    if (id) return { reported, id }
  }
  throw data(null, 404)
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const thing = readThing(url)
  const found = await findReported(context.get(dbContext), signedInViewer(context).id, thing)
  if (!found) throw data(null, 404)
  return { reported: thing.reported, words: found.words }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const reporter = signedInViewer(context)
  const thing = readThing(url)
  const form = readForm(NewReport, await readFormData(request))
  if (!form.ok) return data<Answer>({ errors: form.errors, typed: form.typed }, 400)
  const tooMany = await refuseTooMany(context.get(dbContext), reportLimit, senderOf(context, reporter.id))
  if (tooMany)
    return data<Answer>(
      { errors: { '': tooMany.text }, typed: form.typed },
      tooManyRequests(context, tooMany.waitSeconds),
    )
  const number = await addReport(context.get(dbContext), reporter.id, thing, form.values)
  if (number === null) throw data(null, 404)
  throw redirect(`${helpPath}?ticket=${number}&sent=on`, 303)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPageOnFailure(() => serverAction(), 'Your report did not arrive. Please try again.')

const options = Object.entries(reportReasons).map(([value, label]) => ({ value, label }))

export default function ReportPage({ loaderData: { reported, words }, actionData }: Route.ComponentProps) {
  const answer: Answer | undefined = actionData
  const form = useForm(NewReport, answer)
  const isSending = useNavigation().state === 'submitting'
  return (
    <main id="content" className="mx-auto grid w-full max-w-auth content-start gap-5 px-4 py-5 md:py-12">
      <PageTitle>{titles[reported]}</PageTitle>
      <h1>{titles[reported]}</h1>
      <p className="border-l-3 border-rule pl-3 wrap-anywhere">{words}</p>
      {answer?.notice && <InlineNotice {...answer.notice} />}
      {form.error && <InlineNotice kind="invalid" text={form.error} />}
      <Form {...form.props} className="grid gap-4.5">
        <Select label="What is wrong?" {...form.field('reason')} options={options} empty="Choose" />
        <TextArea label="In your words" {...form.field('words')} rows={4} maxLength={reportWordsMax} />
        <p className="text-sm text-ink-soft">Our team reads it. Nobody else learns that you reported it.</p>
        <Button type="submit" variant="main" wide busy={isSending}>
          {isSending ? 'Sending...' : 'Report'}
        </Button>
      </Form>
    </main>
  )
}
