import { Link, useLocation } from 'react-router'

import { logInPath } from '#app/access/log-in-path.ts'
import { may } from '#app/access/role-rules.ts'
import { myRequestsPath } from '#app/access/paths.ts'
import { useViewer } from '#app/accounts/use-viewer.ts'
import type { Answer } from '#app/forms/forms.ts'
import { lazyPart } from '#app/rendering/lazy-part.tsx'
import { ButtonLink } from '#app/ui/button.tsx'

import type { RequestAnswer } from './answer-book-request.server.ts'
import { bookRequestTexts, requestPath } from './book-request-texts.ts'

const BookRequestForm = lazyPart(async () => (await import('./book-request-form.tsx')).BookRequestForm)

const sentAnswer: Answer = { notice: { kind: 'success', text: bookRequestTexts.sent } }

/** Visitors get a link to log in instead of the form. */
export function RequestSection({ formKey, answer }: { formKey: string | null; answer: RequestAnswer | undefined }) {
  const viewer = useViewer()
  const query = new URLSearchParams(useLocation().search)
  const book = query.get('book') ?? ''
  return (
    <section id="request" className="bg-leaf">
      <div className="mx-auto grid w-full max-w-page gap-5 px-4 py-8 md:grid-cols-[5fr_8fr] md:gap-16 md:px-8 md:py-12">
        <div>
          <h2>Request a book</h2>
          <p className="mt-2 max-w-[40ch] text-ink-soft">
            Cannot find it here? Tell us which one. Our team will look for it and call you.
          </p>
          {viewer && may(viewer.kind, 'request books') && (
            <Link to={myRequestsPath} className="mt-1 inline-flex min-h-11 items-center">
              What you asked for
            </Link>
          )}
        </div>
        {viewer && may(viewer.kind, 'request books') ? (
          <div>
            <BookRequestForm
              formKey={formKey}
              answer={answer ?? (query.has('requested') ? sentAnswer : undefined)}
              phone={viewer.phone}
              bookName={book}
            />
          </div>
        ) : (
          <div className="self-center">
            <ButtonLink to={logInPath(requestPath(book))} variant="main">
              Log in to request a book
            </ButtonLink>
          </div>
        )}
      </div>
    </section>
  )
}
