import { Form, useNavigation } from 'react-router'

import { formatPaise } from '#app/format/money.ts'
import { textMax } from '#app/forms/field-rules.ts'
import type { Answer } from '#app/forms/forms.ts'
import { useForm } from '#app/forms/use-form.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { InlineNotice } from '#app/ui/notice.tsx'

import { mayDo, TicketChange, type TicketDeedName } from './ticket-deeds.ts'
import type { TicketDetail } from './ticket-detail-queries.server.ts'

interface TicketFormProps {
  ticket: TicketDetail
  answer: Answer | undefined
  idempotencyKey: string
  isOwn: boolean
}

/** Answers, notes and what else a member does with a ticket. */
export function TicketForm({ ticket, answer, idempotencyKey, isOwn }: TicketFormProps) {
  const { state, accountId, name, hasMail, entries } = ticket
  const form = useForm(TicketChange, answer)
  const isSending = useNavigation().state !== 'idle'
  const matches = new Map(
    entries.filter(({ event }) => event === 'match').flatMap(({ posts }) => posts.map((post) => [post.id, post])),
  )
  const ways = hasMail ? 'by mail and notice' : 'by notice'
  return (
    <Form
      {...form.props}
      key={idempotencyKey}
      className="grid gap-2.5 border-t border-rule bg-paper px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:px-5"
    >
      <input type="hidden" name="key" value={idempotencyKey} />
      {form.error && <InlineNotice kind="invalid" text={form.error} />}
      {accountId && matches.size > 0 && state !== 'done' && (
        <fieldset>
          <legend className="text-sm font-semibold">Matching posts</legend>
          {[...matches.values()].map((post) => (
            <label key={post.id} className="flex min-h-11 items-center gap-2.5 border-t border-rule">
              <input type="checkbox" name="post" value={post.id} className="size-5.5 accent-ink" />
              <span className="min-w-0 grow truncate">{post.name}</span>
              {post.district && <span className="text-xs text-ink-soft">{post.district}</span>}
              <b className="whitespace-nowrap tabular-nums">{formatPaise(post.paise)}</b>
            </label>
          ))}
        </fieldset>
      )}
      <TextArea
        label={accountId ? `Answer to ${name}, ${ways}` : 'Note (there is no account to answer to: call them)'}
        {...form.field('words')}
        data-key="answer"
        rows={3}
        maxLength={textMax}
      />
      <div className="flex flex-wrap gap-2">
        {accountId && mayDo('answer', state) && (
          <DeedButton deed="answer" variant="ink" busy={isSending}>
            Send answer
          </DeedButton>
        )}
        <DeedButton deed="note" busy={isSending}>
          Note inside
        </DeedButton>
        {mayDo('take', state) && (
          <DeedButton deed={isOwn ? 'leave' : 'take'} keyName={isOwn ? undefined : 'take'} busy={isSending}>
            {isOwn ? 'Leave' : 'Take'}
          </DeedButton>
        )}
        {mayDo('wait', state) && (
          <DeedButton deed="wait" busy={isSending}>
            Waiting
          </DeedButton>
        )}
        {mayDo('end', state) && (
          <DeedButton deed="end" keyName="done" busy={isSending}>
            Done
          </DeedButton>
        )}
        {mayDo('open again', state) && (
          <DeedButton deed="open again" busy={isSending}>
            Open again
          </DeedButton>
        )}
      </div>
    </Form>
  )
}

interface DeedButtonProps {
  deed: TicketDeedName
  variant?: 'ink' | 'line'
  /** By which the keyboard presses it. */
  keyName?: string | undefined
  busy: boolean
  children: string
}

function DeedButton({ deed, variant = 'line', keyName, busy, children }: DeedButtonProps) {
  return (
    <Button type="submit" name="deed" value={deed} variant={variant} data-key={keyName} busy={busy} className="px-3">
      {children}
    </Button>
  )
}
