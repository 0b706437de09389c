import { Form, useNavigate, useNavigation } from 'react-router'

import { purchasesPath } from '#app/access/paths.ts'
import { useViewer } from '#app/accounts/use-viewer.ts'
import { keepPageOnFailure, nullOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { NotLoaded } from '#app/connection/not-loaded.tsx'
import { soldOutText } from '#app/posts/describe-stock.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { ButtonLink } from '#app/ui/button.tsx'

import type { Route } from './+types/buy-page'
import { answerOrder, type OrderAnswer } from './answer-order.server.ts'
import { BoughtNotice } from './bought-notice.tsx'
import { findBuying } from './find-buying.server.ts'
import { orderTexts } from './order-texts.ts'
import { SoldOut } from './sold-out.tsx'
import { useBuyForm } from './use-buy-form.tsx'

export const loader = ({ context, params }: Route.LoaderArgs) => findBuying(context, params.id)

/** Without a connection the dialog shows what it was given. */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => nullOnFailure(() => serverLoader())

export const action = ({ context, params, request }: Route.ActionArgs) =>
  answerOrder({ context, request, postId: params.id })

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPageOnFailure(() => serverAction(), orderTexts.failed)

/** Where a post is bought; over another page it is a dialog (buy-dialog.tsx). */
export default function BuyPage({ loaderData: found, actionData }: Route.ComponentProps) {
  const answer: OrderAnswer | undefined = actionData
  const isSoldOut = answer?.soldOut || (found?.post.isSoldOut && !answer?.isPlaced)
  return (
    <main id="content" className="mx-auto w-full max-w-form px-4 py-5 md:px-8">
      <PageTitle>Buy</PageTitle>
      {!found ? (
        <NotLoaded heading="h1" title="The page did not arrive" />
      ) : isSoldOut ? (
        <>
          <h1 className="mb-4">{soldOutText}</h1>
          <SoldOut
            post={found.post}
            similar={answer?.soldOut ?? found.similar}
            isRefused={answer?.soldOut !== undefined}
          />
        </>
      ) : (
        <BuyForm found={found} answer={answer} />
      )}
    </main>
  )
}

interface BuyFormProps {
  found: NonNullable<Route.ComponentProps['loaderData']>
  answer: OrderAnswer | undefined
}

function BuyForm({ found: { post, details, key }, answer }: BuyFormProps) {
  const buyer = useViewer()!
  const navigate = useNavigate()
  const isSending = useNavigation().state === 'submitting'
  const { head, formProps, fields, foot } = useBuyForm({ post, buyer, details, formKey: key, answer, isSending })
  return (
    <>
      <h1 className="mb-4">Buy</h1>
      <BoughtNotice answer={answer} onSuccess={() => void navigate(purchasesPath, { replace: true })} />
      {head}
      <Form {...formProps} replace>
        {fields}
      </Form>
      <div className="mt-6 flex flex-wrap items-center gap-3">
        {foot}
        <ButtonLink to={postPath(post)} variant="line">
          Cancel
        </ButtonLink>
      </div>
    </>
  )
}
