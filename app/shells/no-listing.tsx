import type { ReactNode } from 'react'

import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'

/** Stands where a list could not be fetched. */
export function NoListing({ tab, novelsFailed }: { tab: string | null; novelsFailed: ReactNode }) {
  return (
    <>
      {tab === 'novels' && novelsFailed}
      <EmptyState
        title="The list did not arrive"
        text="Look at your connection, then try again."
        action={
          <ButtonLink to={`?tab=${tab}`} variant="main">
            Try again
          </ButtonLink>
        }
      />
    </>
  )
}
