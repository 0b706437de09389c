import { Link } from 'react-router'

import { formatDay, formatTime } from '#app/format/dates.ts'
import { formatPaise } from '#app/format/money.ts'

import type { TicketDetail } from './ticket-detail-queries.server.ts'

const eventWords: Record<TicketDetail['entries'][number]['event'], string> = {
  asked: 'asked',
  match: 'New match',
  taken: 'took it',
  left: 'left it to others',
  answer: 'answered',
  note: 'noted',
  reply: 'wrote',
  waiting: 'put it to waiting',
  hidden: 'hid it',
  shown: 'showed it again',
  removed: 'removed it',
  warned: 'warned the person',
  suspended: 'suspended the account',
  done: 'ended it',
  'opened again': 'opened it again',
}

export function TicketHistory({ ticket: { entries, name, message }, now }: { ticket: TicketDetail; now: Date }) {
  const person = name ?? message?.name ?? 'The person'
  return (
    <section aria-label="History">
      <h3 className="mb-1.5 font-sans text-sm font-semibold tracking-normal">History</h3>
      <ol>
        {entries.map(({ id, event, by, member, words, createdAt, posts }) => (
          <li key={id} className="grid gap-x-3 py-1.5 text-xs sm:grid-cols-[6.75rem_minmax(0,1fr)]">
            <time dateTime={createdAt.toISOString()} className="whitespace-nowrap text-ink-soft tabular-nums">
              {formatDay(createdAt, now)}, {formatTime(createdAt)}
            </time>
            <div className="grid gap-0.5 wrap-anywhere">
              <span>
                {event === 'match'
                  ? ''
                  : `${by === 'team' ? (member ?? 'The team') : by === 'person' ? person : 'The market'} `}
                {eventWords[event]}
                {event === 'note' && <b> (inside)</b>}
              </span>
              {words && <p className="border-l-3 border-rule pl-2.5 text-sm whitespace-pre-line">{words}</p>}
              {posts.map((post) => (
                <Link
                  key={post.id}
                  to={`/posts/${post.id}`}
                  target="_blank"
                  className="inline-flex min-h-8 items-center"
                >
                  {post.name}, {formatPaise(post.paise)}
                  {post.district && `, ${post.district}`}
                </Link>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
