import { Suspense } from 'react'
import { Await, data, type ShouldRevalidateFunctionArgs, useLocation, useNavigate } from 'react-router'

import { ordersPath } from '#app/access/paths.ts'
import { signedInViewer } from '#app/access/viewer.ts'
import { isOutage, keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { newIdempotencyKey } from '#app/forms/new-idempotency-key.ts'
import { dbContext } from '#app/platform/context.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { InlineNotice } from '#app/ui/notice.tsx'
import { TabPanel } from '#app/ui/tabs.tsx'

import type { Route } from './+types/orders-page'
import { answerDeed, type DeedAnswer } from './answer-deed.server.ts'
import { DeedDialog } from './deed-dialog.tsx'
import { OrderCard } from './order-card.tsx'
import type { ShownOrder } from './seller-next-step.tsx'
import { OrderDialog } from './order-dialog.tsx'
import { countOrders, findOrder, hasUpiAddress, listReceived, type OrderDetail } from './order-queries.server.ts'
import type { OrderTab } from './order-rules.ts'
import { OrderPages, OrderTools } from './order-tools.tsx'
import { type OrdersAsked, queryOf, readAsked } from './orders-address.ts'
import { orderAnswers } from './state-texts.ts'

interface Orders {
  asked: OrdersAsked
  counts: Record<OrderTab, number>
  orders: ShownOrder[]
  next: string | null
  /** The order whose dialog is open. */
  shown: OrderDetail | null
  hasUpiAddress: boolean
  now: Date
}

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs): Promise<{ received: Orders }> {
  const seller = signedInViewer(context)
  const db = context.get(dbContext)
  const asked = readAsked(searchParams)
  const id = searchParams.get('order')
  const [{ orders, next }, counts, shown, hasAddress] = await Promise.all([
    listReceived(db, seller, asked),
    countOrders(db, 'seller', seller),
    id === null ? null : findOrder(db, seller, id),
    hasUpiAddress(db, seller),
  ])
  if (id !== null && !shown) throw data(null, 404)
  const withKeys = orders.map((order) => ({ ...order, key: newIdempotencyKey() }))
  return { received: { asked, counts, orders: withKeys, next, shown, hasUpiAddress: hasAddress, now: new Date() } }
}

export const action = ({ context, request, url: { searchParams } }: Route.ActionArgs) =>
  answerDeed({
    context,
    request,
    pathWith: (first) => ordersPath[signedInViewer(context).kind] + queryOf({ ...readAsked(searchParams), first }),
  })

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPageOnFailure(() => serverAction(), orderAnswers.notSaved)

/** Shows the page at once, with Loading..., but waits for an opened order. Without a connection the list is empty. */
export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const orders = serverLoader().then(
    ({ received }) => received,
    (error: unknown): Orders => {
      if (!isOutage(error)) throw error
      const none = { own: 0, other: 0, completed: 0, ended: 0 }
      return {
        asked: readAsked(searchParams),
        counts: none,
        orders: [],
        next: null,
        shown: null,
        hasUpiAddress: true,
        now: new Date(),
      }
    },
  )
  const isAlreadyHere = ['order', 'first', 'cancel', 'decline'].some((name) => searchParams.has(name))
  return { received: isAlreadyHere ? await orders : orders }
}

/** Closing an order needs no new data. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const isClosing = currentUrl.searchParams.has('order') && !nextUrl.searchParams.has('order')
  return isClosing && currentUrl.pathname === nextUrl.pathname ? false : defaultShouldRevalidate
}

export default function OrdersPage({ loaderData: { received }, actionData }: Route.ComponentProps) {
  const answer: DeedAnswer | undefined = actionData
  return (
    <main id="content" className="mx-auto w-full max-w-page px-4 py-5 md:px-8">
      <PageTitle>Orders</PageTitle>
      <h1>Orders</h1>
      {received instanceof Promise ? (
        <Suspense fallback={<output className="mt-4 block">Loading...</output>}>
          <Await resolve={received}>{(orders) => <OrderList {...orders} answer={answer} />}</Await>
        </Suspense>
      ) : (
        <OrderList {...received} answer={answer} />
      )}
    </main>
  )
}

interface OrderListProps extends Orders {
  answer: DeedAnswer | undefined
}

function OrderList({ asked, counts, orders, next, shown, hasUpiAddress: canBePaid, now, answer }: OrderListProps) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const query = new URLSearchParams(search)
  const close = () => void navigate(queryOf(asked), { replace: true, preventScrollReset: true })
  return (
    <>
      {answer?.notice && <InlineNotice {...answer.notice} />}
      {answer?.errors && !orders.some(({ id }) => id === answer.order) && (
        <InlineNotice kind="error" text={answer.errors[''] ?? orderAnswers.gone} />
      )}
      <OrderTools side="seller" asked={asked} counts={counts} />
      <TabPanel of="orders" selected={asked.tab ?? 'all'} className="mt-4 md:mt-5">
        {orders.length === 0 ? (
          <EmptyState
            title="No orders found"
            text="When someone buys from you, the order shows here."
            action={
              <ButtonLink to="?" variant="line">
                {asked.tab || asked.search ? 'All orders' : 'Look again'}
              </ButtonLink>
            }
          />
        ) : (
          <div className="grid gap-4 md:grid-cols-3 md:gap-5">
            {orders.map((order) => (
              <OrderCard
                key={order.id}
                order={order}
                asked={asked}
                answer={answer}
                hasUpiAddress={canBePaid}
                now={now}
              />
            ))}
          </div>
        )}
        <OrderPages asked={asked} next={next} />
      </TabPanel>
      {shown && query.get('order') === shown.id && <OrderDialog order={shown} onClose={close} />}
      <DeedDialog
        side="seller"
        orders={orders}
        keys={Object.fromEntries(orders.map(({ id, key }) => [id, key]))}
        query={query}
        asked={asked}
        answer={answer}
      />
    </>
  )
}
