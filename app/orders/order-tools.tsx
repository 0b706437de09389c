import { Form, Link } from 'react-router'

import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Tabs } from '#app/ui/tabs.tsx'

import { type OrderTab, orderTabs, type Side } from './order-rules.ts'
import { type OrdersAsked, queryOf, searchMax } from './orders-address.ts'
import { tabLabels } from './state-texts.ts'

interface OrderToolsProps {
  side: Side
  asked: OrdersAsked
  /** How many orders stand under each tab, counted up to 100. */
  counts: Record<OrderTab, number>
}

const countWords = (count: number) => (count > 99 ? '99+' : String(count))

/** The tabs by state, and the search by name. */
export function OrderTools({ side, asked, counts }: OrderToolsProps) {
  const { tab, search = '' } = asked
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <Tabs
        id="orders"
        label="State"
        selected={tab ?? 'all'}
        tabs={[
          { name: 'all', label: 'All', count: countWords(all), to: queryOf({ search }) },
          ...orderTabs.map((name) => ({
            name,
            label: tabLabels[side][name],
            count: countWords(counts[name]),
            to: queryOf({ tab: name, search }),
          })),
        ]}
      />
      {(all > 6 || search) && (
        <search>
          <Form method="get" className="mt-4 flex max-w-110 items-center gap-2">
            {tab && <input type="hidden" name="tab" value={tab} />}
            <label htmlFor="order-search" className="sr-only">
              {side === 'buyer' ? 'Search by name of the item' : 'Search by name of the item or the buyer'}
            </label>
            <input
              id="order-search"
              key={search}
              name="q"
              type="search"
              defaultValue={search}
              placeholder={side === 'buyer' ? 'Name of the item' : 'Item or buyer'}
              maxLength={searchMax}
              autoComplete="off"
              className="min-h-12 min-w-0 flex-1 rounded-md border border-edge bg-paper px-3"
            />
            <Button type="submit" variant="line" className="min-h-12">
              <Icon name="search" />
              Search
            </Button>
            {search && (
              <Link to={queryOf({ tab: tab ?? null })} className="button">
                Clear
              </Link>
            )}
          </Form>
        </search>
      )}
    </>
  )
}

/** Links to the pages before and after. */
export function OrderPages({ asked, next }: { asked: OrdersAsked; next: string | null }) {
  if (!next && !asked.before) return null
  return (
    <div className="flex justify-center gap-3 py-6">
      {asked.before && (
        <ButtonLink to={queryOf({ ...asked, before: null })} variant="line">
          Newest orders
        </ButtonLink>
      )}
      {next && (
        <ButtonLink to={queryOf({ ...asked, before: next })} variant="line">
          Older orders
        </ButtonLink>
      )}
    </div>
  )
}

/** Keeps the list as it is when a form opens one of its dialogs. */
export function ListFields({ asked: { tab, search, before, first } }: { asked: OrdersAsked }) {
  const fields = Object.entries({ tab, q: search, before, first })
  return fields.map(([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />)
}
