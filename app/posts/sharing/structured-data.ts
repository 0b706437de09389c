import { absolutePictureUrl } from '#app/files/pictures/absolute-picture-url.ts'
import { browseTabs } from '#app/posts/browse-tabs.ts'
import { conditions } from '#app/posts/conditions.ts'
import type { PostDetails } from '#app/posts/page/post-details-queries.server.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { payablePaise } from '#app/posts/prices.ts'

interface Known {
  publicUrl: string
  description: string
  /** The path of the share picture. */
  picture: string
}

const sellerTypes = { student: 'Person', store: 'Organization' }

/** A post in the words of schema.org, as Google reads them: what is sold, and the way to it from the home page. */
export function structuredData(post: PostDetails, { publicUrl, description, picture }: Known) {
  const url = publicUrl + postPath(post)
  const isBook = post.kind === 'book' || post.kind === 'novel'
  const tab = browseTabs.find(({ kind }) => kind === post.kind)!
  const pictures = post.pictures.map(({ key }) => absolutePictureUrl(publicUrl, key))
  const product = {
    // Google shows the price of a Product only; author and ISBN are of a Book.
    '@type': isBook ? ['Product', 'Book'] : 'Product',
    '@id': `${url}#post`,
    name: post.name,
    description,
    url,
    image: pictures.length > 0 ? pictures : [publicUrl + picture],
    ...(isBook && post.authorName && { author: { '@type': 'Person', name: post.authorName } }),
    ...(isBook && post.publishYear && { datePublished: String(post.publishYear) }),
    ...(isBook && post.isbn && { isbn: post.isbn, gtin13: post.isbn }),
    category: tab.label,
    offers: {
      '@type': 'Offer',
      url,
      price: (payablePaise(post) / 100).toFixed(2),
      priceCurrency: 'INR',
      availability: `https://schema.org/${post.isSoldOut ? 'OutOfStock' : 'InStock'}`,
      ...(post.condition && { itemCondition: `https://schema.org/${conditionType(post.condition)}` }),
      seller: { '@type': sellerTypes[post.seller.kind], name: post.sellerName },
      ...(post.district && { availableAtOrFrom: placeIn(post.district) }),
    },
  }
  const way = [
    { name: 'Home', item: `${publicUrl}/` },
    { name: tab.label, item: `${publicUrl}/?tab=${tab.name}` },
    { name: post.name, item: url },
  ]
  const breadcrumbs = {
    '@type': 'BreadcrumbList',
    itemListElement: way.map((step, n) => ({ '@type': 'ListItem', position: n + 1, ...step })),
  }
  return { '@context': 'https://schema.org', '@graph': [product, breadcrumbs] }
}

/** Only the first of our conditions is new. */
const conditionType = (condition: string) => (condition === conditions[0] ? 'NewCondition' : 'UsedCondition')

const placeIn = (district: string) => ({
  '@type': 'Place',
  address: { '@type': 'PostalAddress', addressLocality: district, addressRegion: 'Assam', addressCountry: 'IN' },
})
