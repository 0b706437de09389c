import { useLocation, useNavigate } from 'react-router'

import { purchasesPath } from '#app/access/paths.ts'
import { signedInViewer } from '#app/access/viewer.ts'
import { keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import type { Answer } from '#app/forms/forms.ts'
import { newIdempotencyKey } from '#app/forms/new-idempotency-key.ts'
import { dbContext } from '#app/platform/context.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { InlineNotice } from '#app/ui/notice.tsx'
import { drawQrCode } from '#app/ui/qr-code.server.ts'
import { TabPanel } from '#app/ui/tabs.tsx'

import type { Route } from './+types/purchases-page'
import { answerDeed, type DeedAnswer } from './answer-deed.server.ts'
import { BoughtNotice } from './bought-notice.tsx'
import { DeedDialog } from './deed-dialog.tsx'
import { countOrders, listPurchases } from './order-queries.server.ts'
import { orderTexts } from './order-texts.ts'
import { OrderPages, OrderTools } from './order-tools.tsx'
import { queryOf, readAsked } from './orders-address.ts'
import { PurchaseCard } from './purchase-card.tsx'
import { orderAnswers } from './state-texts.ts'
import { upiUrl } from './upi-url.ts'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const buyer = signedInViewer(context)
  const db = context.get(dbContext)
  const asked = readAsked(searchParams)
  const [{ orders, next }, counts] = await Promise.all([
    listPurchases(db, buyer, asked),
    countOrders(db, 'buyer', buyer),
  ])
  const shown = orders.map((order) => {
    const pay = upiUrl(order)
    return {
      ...order,
      key: newIdempotencyKey(),
      codeDrawing: order.code === null ? null : drawQrCode(order.code),
      payDrawing: pay === null ? null : drawQrCode(pay),
    }
  })
  return { asked, counts, orders: shown, next, now: new Date() }
}

export const action = ({ context, request, url: { searchParams } }: Route.ActionArgs) =>
  answerDeed({
    context,
    request,
    pathWith: (first) => purchasesPath + queryOf({ ...readAsked(searchParams), first }),
  })

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPageOnFailure(() => serverAction(), orderAnswers.notSaved)

export default function PurchasesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, counts, orders, next, now } = loaderData
  const answer: DeedAnswer | undefined = actionData
  const query = new URLSearchParams(useLocation().search)
  return (
    <main id="content" className="mx-auto w-full max-w-page px-4 py-5 md:px-8">
      <PageTitle>My Purchases</PageTitle>
      <h1>My Purchases</h1>
      <Bought kind={query.get('bought')} />
      {answer?.notice && <InlineNotice {...answer.notice} />}
      {answer?.errors && !orders.some(({ id }) => id === answer.order) && (
        <InlineNotice kind="error" text={answer.errors[''] ?? orderAnswers.gone} />
      )}
      <OrderTools side="buyer" asked={asked} counts={counts} />
      <TabPanel of="orders" selected={asked.tab ?? 'all'} className="mt-4 md:mt-5">
        {orders.length === 0 ? (
          <NoPurchases isFiltered={Boolean(asked.tab || asked.search || asked.before)} />
        ) : (
          <div className="grid gap-4 md:gap-5">
            {orders.map((order) => (
              <PurchaseCard key={order.id} order={order} asked={asked} answer={answer} now={now} />
            ))}
          </div>
        )}
        <OrderPages asked={asked} next={next} />
      </TabPanel>
      <DeedDialog
        side="buyer"
        orders={orders}
        keys={Object.fromEntries(orders.map(({ id, key }) => [id, key]))}
        query={query}
        asked={asked}
        answer={answer}
      />
    </main>
  )
}

const successes = Object.entries(orderTexts.bought).map(([kind, text]) => [kind, { kind: 'success', text }] as const)
const boughtAnswers = new Map<string | null, Answer>(successes.map(([kind, notice]) => [kind, { notice }]))

/** What was bought without script. */
function Bought({ kind }: { kind: string | null }) {
  const navigate = useNavigate()
  return (
    <BoughtNotice
      answer={boughtAnswers.get(kind)}
      onSuccess={() => void navigate(purchasesPath, { replace: true, preventScrollReset: true })}
    />
  )
}

function NoPurchases({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState
        title="Nothing here"
        text="No purchase of yours is like this."
        action={
          <ButtonLink to="?" variant="line">
            All purchases
          </ButtonLink>
        }
      />
    )
  return (
    <EmptyState
      title="Nothing bought yet"
      text="What you buy shows here, with its code, its file and its next step."
      action={
        <ButtonLink to="/search" variant="line">
          Find a book
        </ButtonLink>
      }
    />
  )
}
