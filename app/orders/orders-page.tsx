import { Suspense } from 'react'
import { Await, data, Form, type ShouldRevalidateFunctionArgs, useLocation, useNavigate } from 'react-router'

import { signedInViewer } from '#app/accounts/viewer.ts'
import { isOutage } from '#app/connection/keep-page-on-failure.ts'
import { dbContext } from '#app/platform/context.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'

import type { Route } from './+types/orders-page'
import { OrderCard } from './order-card.tsx'
import { OrderDialog } from './order-dialog.tsx'
import { findOrder, listOrders, type OrderDetail, type ReceivedOrder } from './order-queries.server.ts'

interface Orders {
  orders: ReceivedOrder[]
  next: string | null
  /** The order whose dialog is open. */
  shown: OrderDetail | null
}

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs): Promise<{ received: Orders }> {
  const seller = signedInViewer(context)
  const db = context.get(dbContext)
  const id = searchParams.get('order')
  const [page, shown] = await Promise.all([
    listOrders(db, seller, searchParams.get('before')),
    id === null ? null : findOrder(db, seller, id),
  ])
  if (id !== null && !shown) throw data(null, 404)
  return { received: { ...page, shown } }
}

/** Shows the page at once, with Loading..., but waits for an opened order. Without a connection the list is empty. */
export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs) {
  const orders = serverLoader().then(
    ({ received }) => received,
    (error: unknown): Orders => {
      if (!isOutage(error)) throw error
      return { orders: [], next: null, shown: null }
    },
  )
  return { received: new URL(request.url).searchParams.has('order') ? await orders : orders }
}

/** Closing an order needs no new data. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const isClosing = currentUrl.searchParams.has('order') && !nextUrl.searchParams.has('order')
  return isClosing && currentUrl.pathname === nextUrl.pathname ? false : defaultShouldRevalidate
}

export default function OrdersPage({ loaderData: { received } }: Route.ComponentProps) {
  return (
    <main id="content" className="mx-auto w-full max-w-page px-4 py-5 md:px-8">
      <PageTitle>Orders</PageTitle>
      <h1>Orders</h1>
      {received instanceof Promise ? (
        <Suspense fallback={<output className="mt-4 block">Loading...</output>}>
          <Await resolve={received}>{(orders) => <OrderList {...orders} />}</Await>
        </Suspense>
      ) : (
        <OrderList {...received} />
      )}
    </main>
  )
}

function OrderList({ orders, next, shown }: Orders) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const query = new URLSearchParams(search)
  const before = query.get('before')
  const list = before ? `?before=${encodeURIComponent(before)}` : '?'
  const close = () => void navigate(list, { replace: true, preventScrollReset: true })

  return (
    <>
      {orders.length === 0 ? (
        <EmptyState
          title="No orders found"
          text="When someone buys from you, the order shows here."
          action={
            <ButtonLink to="?" variant="line">
              Look again
            </ButtonLink>
          }
        />
      ) : (
        <Form method="get" preventScrollReset className="mt-4 grid gap-4 md:grid-cols-3 md:gap-5">
          {before && <input type="hidden" name="before" value={before} />}
          {orders.map((order) => (
            <OrderCard key={order.id} order={order} />
          ))}
        </Form>
      )}
      {(next || before) && (
        <div className="flex justify-center gap-3 py-6">
          {before && (
            <ButtonLink to="?" variant="line">
              Newest orders
            </ButtonLink>
          )}
          {next && (
            <ButtonLink to={`?before=${next}`} variant="line">
              Older orders
            </ButtonLink>
          )}
        </div>
      )}
      {shown && query.get('order') === shown.id && <OrderDialog order={shown} onClose={close} />}
    </>
  )
}
