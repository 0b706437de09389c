import { Link } from 'react-router'

import { Button } from '#app/ui/button.tsx'

import type { ForSale } from './for-sale.ts'

interface ForSaleListProps {
  /** The name that they were found for: the form says that they were seen. */
  bookName: string
  posts: readonly ForSale[]
}

/** What is for sale already, before somebody asks for it. It is empty while there is nothing, so that it is announced when there is. */
export function ForSaleList({ bookName, posts }: ForSaleListProps) {
  return (
    <div aria-live="polite" className="md:col-span-2 empty:absolute">
      {posts.length > 0 && (
        <div className="border border-rule bg-paper p-4">
          <h3 className="font-sans text-base font-semibold tracking-normal">For sale already</h3>
          <ul className="my-2 border-t border-rule">
            {posts.map(({ path, name, facts, price }) => (
              <li key={path} className="flex flex-wrap items-center justify-between gap-x-4 border-b border-rule py-1">
                <div className="min-w-0 flex-1 basis-40">
                  <Link to={path} className="flex min-h-11 items-center font-medium">
                    <span className="line-clamp-3 wrap-anywhere">{name}</span>
                  </Link>
                  {facts && <p className="pb-1 text-xs text-ink-soft">{facts}</p>}
                </div>
                <strong className="font-bold tabular-nums">{price}</strong>
              </li>
            ))}
          </ul>
          <input type="hidden" name="seen" value={bookName} />
          <Button type="submit" variant="line">
            None of these: send my request
          </Button>
        </div>
      )}
    </div>
  )
}
