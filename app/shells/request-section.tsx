import { useLocation } from 'react-router'

import { bookRequestTexts, requestPath } from '#app/book-requests/book-request-texts.ts'
import type { Answer } from '#app/platform/forms.ts'
import { Kept } from '#app/platform/kept.tsx'
import { ButtonLink } from '#app/ui/button.tsx'

import { requestPart } from './load-request.ts'
import { useViewer } from './use-viewer.ts'

const sent: Answer = { notice: { kind: 'success', text: bookRequestTexts.sent } }

/** A visitor is told what it does, and logs in for it. */
export function RequestSection({ formKey, answer }: { formKey: string | null; answer: Answer | undefined }) {
  const viewer = useViewer()
  const part = requestPart.loaded
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
        </div>
        {viewer?.kind === 'student' && part ? (
          <div data-part="request">
            <part.BookRequestForm
              formKey={formKey}
              answer={answer ?? (query.has('requested') ? sent : undefined)}
              phone={viewer.phone}
              bookName={book}
            />
          </div>
        ) : (
          <Kept by={book ? null : ['log in to request']}>
            {() => (
              <div className="self-center">
                <ButtonLink to={`/login?to=${encodeURIComponent(requestPath(book))}`} variant="main">
                  Log in to request a book
                </ButtonLink>
              </div>
            )}
          </Kept>
        )}
      </div>
    </section>
  )
}
