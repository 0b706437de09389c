import { useLocation } from 'react-router'

import { nullOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { NotLoaded } from '#app/connection/not-loaded.tsx'
import { postPath } from '#app/posts/page/post-path.ts'
import { PageHead } from '#app/rendering/page-head.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { useHasScript } from '#app/ui/use-has-script.ts'

import type { Route } from './+types/preview-page'
import { pdfNamedIn, previewPdfPath } from './preview-address.ts'
import { findPreviewPage } from './preview-queries.server.ts'
import { PreviewPanel, PreviewTabs } from './preview-view.tsx'

export const loader = ({ context, params }: Route.LoaderArgs) => findPreviewPage(context, params.id)

/** Without a connection the dialog shows what it can. */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => nullOnFailure(() => serverLoader())

/** The first pages of a post's PDFs; over another page it is a dialog (preview-dialog.tsx). */
export default function PreviewPage({ loaderData: found }: Route.ComponentProps) {
  return (
    // Our script shows the PDFs, so it starts at once.
    <main id="content" data-now className="mx-auto w-full max-w-250 px-4 py-5 md:px-8">
      {found ? <Preview {...found} /> : <NotLoaded heading="h1" title="The preview did not arrive" />}
    </main>
  )
}

function Preview({ post, documentViewer }: NonNullable<Route.ComponentProps['loaderData']>) {
  const hasScript = useHasScript()
  const number = pdfNamedIn(useLocation().search)
  return (
    <>
      <PageHead title={`Preview of ${post.name}`} description={`The first pages of ${post.name}.`} path={null} />
      <div className="flex items-start justify-between gap-4">
        <h1 className="wrap-anywhere">{post.name}</h1>
        <ButtonLink to={postPath(post)} variant="line" className="flex-none">
          Close
        </ButtonLink>
      </div>
      {hasScript ? (
        <>
          <PreviewTabs postId={post.id} number={number} />
          <div className="flex min-h-[80dvh] flex-col">
            <PreviewPanel post={post} number={number} documentViewer={documentViewer} />
          </div>
        </>
      ) : (
        <p className="flex flex-wrap gap-x-5">
          {[1, 2].map((one) => (
            <a key={one} href={previewPdfPath(post.id, one)} className="inline-flex min-h-12 items-center">
              PDF {one}
            </a>
          ))}
        </p>
      )}
    </>
  )
}
