import { isRouteErrorResponse } from 'react-router'

import { PageHead } from '#app/rendering/page-head.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'

export function ErrorPage({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  const { title, text } = textsOf(status)
  return (
    <main id="content" className="mx-auto w-full max-w-page px-4 py-6 md:px-8">
      <PageHead title={title} description={text} path={null} />
      <EmptyState
        heading="h1"
        title={title}
        text={text}
        action={
          status === 404 ? (
            <ButtonLink to="/" variant="line">
              Go to Home
            </ButtonLink>
          ) : (
            // A form without fields reloads this page, without JavaScript, too.
            <form method="get">
              <Button type="submit" variant="line">
                Try again
              </Button>
            </form>
          )
        }
      />
    </main>
  )
}

function textsOf(status: number) {
  if (status === 404) {
    return {
      title: 'This page is not on the shelf.',
      text: 'The address may be mistyped, or the post was deleted.',
    }
  }
  if (status === 503) {
    return { title: 'One moment, please.', text: 'We are just starting again. Try again in a few seconds.' }
  }
  return { title: 'Something went wrong on our side.', text: 'Nothing you did. Try again; if it stays, write to us.' }
}
