import type { Role } from '#app/access/role-rules.ts'
import type { LegalPath } from '#app/access/paths.ts'
import { viewerContext } from '#app/access/viewer.ts'
import { PageHead } from '#app/rendering/page-head.tsx'
import { useSiteName } from '#app/rendering/page-title.tsx'

import type { Route } from './+types/legal-page'
import { Blocks } from './blocks.tsx'
import { closedPathsOf } from './closed-paths.server.ts'
import { legalTextsContext } from './legal-texts-context.ts'

export function loader({ context, pattern }: Route.LoaderArgs) {
  const path = `/${pattern.replace(/^\//, '')}` as LegalPath
  const role: Role = context.get(viewerContext)?.kind ?? 'visitor'
  return { path, closedPaths: closedPathsOf(role), text: context.get(legalTextsContext)[path] }
}

const descriptions: Record<LegalPath, (siteName: string) => string> = {
  '/terms': (siteName) =>
    `What you agree to when you buy, sell or comment on ${siteName}: what may be sold, how orders end, who answers for what.`,
  '/privacy': (siteName) =>
    `What ${siteName} keeps about you, why and for how long, who sees it, and how you download, correct or delete it.`,
  '/grievances': (siteName) =>
    `How to complain to ${siteName}: the grievance officer, where to write, and by when you get a number, an answer and an end.`,
  '/returns': (siteName) =>
    `Returns between people on ${siteName}: what to check before you pay, when a seller takes a book back, how to ask for it.`,
}

export default function LegalPage({ loaderData: { path, closedPaths, text } }: Route.ComponentProps) {
  const siteName = useSiteName()
  return (
    <main id="content" className="mx-auto w-full max-w-form px-4 py-5 md:py-12">
      <PageHead title={text.title} description={descriptions[path](siteName)} path={path} />
      <div className="max-w-[68ch]">
        <h1>{text.title}</h1>
        {text.draft && (
          <p className="mt-4 border-l-4 border-muga bg-muga-tint px-3.5 py-3 text-sm font-medium">{text.draft}</p>
        )}
        <Blocks blocks={text.blocks} closedPaths={closedPaths} />
      </div>
    </main>
  )
}
