import { useLocation } from 'react-router'

import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'

/** In place of what could not be loaded without a connection. */
export function NotLoaded({ title, heading }: { title: string; heading: 'h1' | 'h2' }) {
  const { pathname, search } = useLocation()
  return (
    <EmptyState
      heading={heading}
      title={title}
      text="Look at your connection, then try again."
      action={
        <ButtonLink to={pathname + search} variant="main">
          Try again
        </ButtonLink>
      }
    />
  )
}
