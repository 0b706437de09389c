import { useLocation } from 'react-router'

import { EmptyState } from '#app/ui/empty-state.tsx'

/** Stands where a page of the site map is not built yet. */
const pages: Record<string, { title: string; text: string }> = {
  '/userOrders': { title: 'Orders', text: 'No orders found' },
  '/orderlist': { title: 'Orders', text: 'No orders found' },
}

export default function SoonPage() {
  const { title, text } = pages[useLocation().pathname]!
  return (
    <main id="content" className="mx-auto w-full max-w-page px-4 py-5 md:px-8">
      <title>{`${title} · Puthi`}</title>
      <h1>{title}</h1>
      <EmptyState title={text} />
    </main>
  )
}
