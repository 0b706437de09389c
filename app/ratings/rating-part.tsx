import { useId } from 'react'
import { Form, useNavigation } from 'react-router'

import type { Answer } from '#app/forms/forms.ts'
import { formatDay } from '#app/format/dates.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { Fold } from '#app/ui/fold.tsx'
import { Stars, StarsField } from '#app/ui/stars.tsx'

import { isBlind, mayRate, type RatedOrder, type Rater, ratingEnd, type Tap, tapsOf, wordsMax } from './rating-rules.ts'
import type { OrderRating } from './rating-queries.server.ts'
import { tapChoices, tapLabels } from './rating-texts.ts'

interface RatingPartProps {
  /** Who looks at it. */
  side: Rater
  order: RatedOrder & { id: string; key: string; stateSince: Date; ratings: OrderRating[] }
  /** The name of the other side; null if that account is gone. */
  other: string | null
  answer: Answer | undefined
  now: Date
}

/** What the two sides of an order gave each other, or the form to do so. */
export function RatingPart({ side, order, other, answer, now }: RatingPartProps) {
  const { ratings, deal, stateSince } = order
  const own = ratings.find(({ by }) => by === side)
  const theirs = ratings.find(({ by }) => by !== side)
  const canRate = !own && other !== null && mayRate(side, order)
  if (!own && !theirs && !canRate) return null
  const end = ratingEnd(stateSince)
  return (
    <fieldset aria-label="Rating" className="grid min-w-0 gap-3 border-t border-rule pt-3 first:border-t-0 first:pt-0">
      {theirs && <Given rating={theirs} who={`${other ?? 'The other side'} gave you`} />}
      {theirs && <Reply orderId={order.id} rating={theirs} answer={answer} />}
      {own && <Given rating={own} who="You gave" />}
      {own && !own.isShown && isBlind(deal) && (
        <p className="text-xs text-ink-soft">
          Others see it when {other ?? 'the other side'} has rated, too, or on {formatDay(end, now)}.
        </p>
      )}
      {canRate && <RatingForm side={side} order={order} answer={answer} end={formatDay(end, now)} />}
    </fieldset>
  )
}

function Given({ rating: { stars, words, answer }, who }: { rating: OrderRating; who: string }) {
  return (
    <div className="grid gap-1 text-sm wrap-anywhere">
      <p className="flex flex-wrap items-center gap-x-2 font-semibold">
        {who} <Stars stars={stars} />
      </p>
      {words && <p className="whitespace-pre-line">{words}</p>}
      {answer && (
        <p className="border-l-3 border-rule pl-3 whitespace-pre-line text-ink-soft">
          <b>Answer: </b>
          {answer}
        </p>
      )}
    </div>
  )
}

interface RatingFormProps extends Pick<RatingPartProps, 'side' | 'order' | 'answer'> {
  /** The last day for it. */
  end: string
}

/** The stars first; what else is asked shows once some are chosen. */
function RatingForm({ side, order, answer, end }: RatingFormProps) {
  const id = useId()
  const isSaving = useNavigation().formData?.get('rates') === order.id
  const { errors, typed } = answer ?? {}
  const what = order.deal === 'file' ? 'Rate these notes' : side === 'buyer' ? 'Rate the seller' : 'Rate the buyer'
  return (
    <Form method="post" preventScrollReset noValidate className="group/rating grid gap-3">
      <input type="hidden" name="rates" value={order.id} />
      <input type="hidden" name="key" value={order.key} />
      <StarsField id={`${id}stars`} label={what} name="stars" defaultValue={typed?.stars} error={errors?.stars} />
      <div className="hidden gap-3 group-has-checked/rating:grid">
        {tapsOf(side, order.deal).map((tap) => (
          <TapField key={tap} tap={tap} defaultValue={typed?.[tap]} />
        ))}
        <TextArea
          label="In your words"
          name="words"
          rows={2}
          maxLength={wordsMax}
          defaultValue={typed?.words}
          error={errors?.words}
          hint="Optional"
        />
      </div>
      <div className="flex items-center gap-3">
        <Button type="submit" variant="line" busy={isSaving} className="min-h-12 min-w-28 bg-paper">
          {isSaving ? 'Saving...' : 'Rate'}
        </Button>
        <p className="text-xs text-ink-soft">Until {end}</p>
      </div>
    </Form>
  )
}

function TapField({ tap, defaultValue }: { tap: Tap; defaultValue: string | undefined }) {
  return (
    <fieldset className="flex flex-wrap items-center justify-between gap-x-4">
      <legend className="float-left text-sm">{tapLabels[tap]}</legend>
      <div className="flex gap-4">
        {(['yes', 'no'] as const).map((said) => (
          <label key={said} className="flex min-h-11 items-center gap-2 text-sm font-medium">
            <input
              type="radio"
              name={tap}
              value={said}
              defaultChecked={defaultValue === said}
              className="size-5 accent-ink"
            />
            {tapChoices[tap][said]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Answer, once, and Report. */
function Reply({ orderId, rating, answer }: { orderId: string; rating: OrderRating; answer: Answer | undefined }) {
  const { typed, errors } = answer ?? {}
  const isOf = (name: string) => typed !== undefined && name in typed
  return (
    <div className="-my-2 flex flex-wrap gap-x-5">
      {rating.answer === null && (
        <Fold label="Answer" isOpen={isOf('answers')}>
          <WordsForm
            orderId={orderId}
            name="answers"
            label="Your answer"
            button="Send answer"
            hint="Everybody can read it. You can answer once."
            error={isOf('answers') ? errors?.words : undefined}
            typed={isOf('answers') ? typed?.words : undefined}
          />
        </Fold>
      )}
      {rating.isReported ? (
        <p className="flex min-h-11 items-center text-sm text-ink-soft">Reported. Our team looks at it.</p>
      ) : (
        <Fold label="Report" isOpen={isOf('reports')}>
          <WordsForm
            orderId={orderId}
            name="reports"
            label="What is wrong with it"
            button="Send report"
            hint="Our team reads it, and nobody else."
            error={isOf('reports') ? errors?.words : undefined}
            typed={isOf('reports') ? typed?.words : undefined}
          />
        </Fold>
      )}
    </div>
  )
}

interface WordsFormProps {
  orderId: string
  /** What the form is, and the field with the order's id. */
  name: 'answers' | 'reports'
  label: string
  button: string
  hint: string
  error: string | undefined
  typed: string | undefined
}

function WordsForm({ orderId, name, label, button, hint, error, typed }: WordsFormProps) {
  const isSaving = useNavigation().formData?.get(name) === orderId
  return (
    <Form method="post" preventScrollReset noValidate className="grid gap-3 pb-3">
      <input type="hidden" name={name} value={orderId} />
      <TextArea
        label={label}
        name="words"
        rows={2}
        maxLength={wordsMax}
        defaultValue={typed}
        error={error}
        hint={hint}
      />
      <Button type="submit" variant="line" busy={isSaving} className="min-h-12 justify-self-start bg-paper">
        {isSaving ? 'Saving...' : button}
      </Button>
    </Form>
  )
}
