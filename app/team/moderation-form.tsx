import { Form, Link, useNavigation } from 'react-router'

import type { Answer } from '#app/forms/forms.ts'
import { useForm } from '#app/forms/use-form.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Select, TextArea } from '#app/ui/field.tsx'
import { Fold } from '#app/ui/fold.tsx'
import { InlineNotice } from '#app/ui/notice.tsx'

import { Moderation, type ModerationDeed, reasonMax, suspensions } from './moderation-rules.ts'
import type { ReportedThing } from './reported-queries.server.ts'

interface ModerationFormProps {
  thing: Pick<ReportedThing, 'reported' | 'isHidden' | 'isSuspended'>
  /** What this member may do with it. */
  deeds: readonly ModerationDeed[]
  answer: Answer | undefined
}

const words: Record<ModerationDeed, string> = {
  hide: 'Hide',
  show: 'Show again',
  remove: 'Remove for good',
  warn: 'Warn the person',
  suspend: 'Suspend the account',
  lift: 'End the suspension',
}

const lengths = suspensions.map((value) => ({
  value,
  label: value === 'for good' ? 'For good' : value === '1' ? '1 day' : `${value} days`,
}))

/** What a member of the team can do with a post, a comment, a rating or a person. Each deed is a button. */
export function ModerationForm({ thing, deeds, answer }: ModerationFormProps) {
  const form = useForm(Moderation, answer)
  const isSending = useNavigation().state !== 'idle'
  const possible = deeds.filter((deed) => isPossible(deed, thing))
  return (
    <Fold label="Hide, warn, suspend" isOpen={answer !== undefined}>
      <Form {...form.props} className="grid gap-3 pt-1">
        {form.error && <InlineNotice kind="invalid" text={form.error} />}
        <TextArea label="Reason" {...form.field('reason')} hint="The person reads it" rows={2} maxLength={reasonMax} />
        {possible.includes('suspend') && <Select label="Suspended" {...form.field('days', '7')} options={lengths} />}
        <div className="flex flex-wrap gap-2">
          {possible.map((deed) => (
            <Button
              key={deed}
              type="submit"
              name="moderate"
              value={deed}
              variant={deed === 'remove' || deed === 'suspend' ? 'bad' : 'line'}
              busy={isSending}
              className="px-3"
            >
              {words[deed]}
            </Button>
          ))}
        </div>
      </Form>
    </Fold>
  )
}

function isPossible(deed: ModerationDeed, { isHidden, isSuspended }: ModerationFormProps['thing']) {
  if (deed === 'hide') return !isHidden
  if (deed === 'show') return isHidden
  if (deed === 'suspend') return !isSuspended
  return deed === 'lift' ? isSuspended : true
}

/** A thing with what stands around it. */
export function ReportedPart({ thing, mayOpenPerson }: { thing: ReportedThing; mayOpenPerson: boolean }) {
  const { words: said, context, ownerName, ownerId, path, isHidden, isSuspended } = thing
  return (
    <div className="grid gap-1.5">
      <p className="border-l-3 border-rule pl-2.5 text-base wrap-anywhere whitespace-pre-line">{said}</p>
      {context && <p className="text-xs wrap-anywhere text-ink-soft">{context}</p>}
      <p className="flex flex-wrap items-center gap-x-3 text-xs">
        {ownerName && (
          <span>By {mayOpenPerson ? <Link to={`/team/people/${ownerId}`}>{ownerName}</Link> : <b>{ownerName}</b>}</span>
        )}
        {isHidden && <Badge>Hidden</Badge>}
        {isSuspended && <Badge>Suspended</Badge>}
        {path && (
          <Link to={path} target="_blank" className="inline-flex min-h-11 items-center">
            See it
          </Link>
        )}
      </p>
    </div>
  )
}
