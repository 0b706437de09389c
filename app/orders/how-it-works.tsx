import { payablePaise } from '#app/posts/prices.ts'
import type { ListedPost } from '#app/posts/post-queries.server.ts'

import { stepsOf } from './how-it-works-texts.ts'

interface HowItWorksProps {
  post: Pick<ListedPost, 'kind' | 'pricePaise' | 'sellingPricePaise' | 'discount'>
  className?: string
}

/** What happens after Place Order, before somebody decides to press it. */
export function HowItWorks({ post, className = '' }: HowItWorksProps) {
  return (
    <section aria-label="How it works" className={`rounded-md border border-rule px-4 py-3 text-sm ${className}`}>
      <p className="font-semibold">How it works</p>
      <ol className="mt-1 grid list-decimal gap-1.5 pl-5">
        {stepsOf(post.kind, payablePaise(post) === 0).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  )
}
