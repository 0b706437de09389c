import { Row, Rows } from './rows.tsx'

/** Grey box shown while content loads; `className` gives it the size of that content. */
function Skeleton({ className = '' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-skeleton rounded-sm bg-leaf motion-reduce:animate-none forced-colors:border ${className}`}
    />
  )
}

export function ListSkeleton({ rows = 3, label = 'Loading...' }: { rows?: number; label?: string }) {
  return (
    <>
      <output className="sr-only">{label}</output>
      <Rows aria-hidden="true">
        {Array.from({ length: rows }, (_, row) => (
          <Row key={row}>
            <Skeleton className="aspect-3/4 self-start" />
            <div className="grid content-start gap-2.25">
              <Skeleton className="h-4.5 w-11/12" />
              <Skeleton className="h-3.5 w-1/2" />
              <Skeleton className="h-3.5 w-3/4" />
              <Skeleton className="mt-1 h-5.5 w-21" />
              <Skeleton className="h-3.25 w-30" />
            </div>
            <Skeleton className="col-span-full mt-2 h-11 w-24 justify-self-end" />
          </Row>
        ))}
      </Rows>
    </>
  )
}
