import Validator from '@adobe/structured-data-validator'
import type { Page } from '@playwright/test'
import type { Kysely } from 'kysely'

import { legalPaths } from '#app/access/paths.ts'
import { createDb, type Tables } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { aBook, aCourse, aNote, aNovel, aStore, aStudent } from '#database/makers.ts'
import { expect, test as base } from '#tests/support/browser.ts'
import { createDatabase } from '#tests/support/postgres.ts'
import { startServer } from '#tests/support/server.ts'

const publicUrl = 'https://puthi.example'

interface Published {
  published: { address: string; db: Kysely<Tables> }
}

/** A server that knows its public address, which is not where the browser finds it. */
const test = base.extend<object, Published>({
  published: [
    async ({}, use) => {
      const databaseUrl = await createDatabase(process.env.TEST_POSTGRES_URL!)
      const server = await startServer({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn', PUBLIC_URL: publicUrl })
      const db = createDb(databaseUrl, { max: 2 })
      await use({ address: server.address, db })
      await db.destroy()
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

/** What the browser finds in the head of the page. Each tag may be there once. */
async function headOf(page: Page) {
  const tags = await page.evaluate(() =>
    [...document.head.querySelectorAll('title, meta[name], meta[property], link[rel=canonical]')].map((tag) => [
      tag.getAttribute('name') ?? tag.getAttribute('property') ?? tag.getAttribute('rel') ?? 'title',
      tag.getAttribute('content') ?? tag.getAttribute('href') ?? tag.textContent,
    ]),
  )
  const known = tags.filter(([name]) => name !== 'theme-color')
  expect(known.map(([name]) => name)).toEqual([...new Set(known.map(([name]) => name))])
  return Object.fromEntries(known) as Record<string, string | undefined>
}

/** Loads a picture as the page could. */
const sizeOf = (page: Page, url: string) =>
  page.evaluate(async (src) => {
    const picture = new Image()
    picture.src = src
    await picture.decode()
    return [picture.naturalWidth, picture.naturalHeight]
  }, url)

const publicPages = [
  '/',
  '/?tab=books',
  '/?tab=novels',
  '/?tab=notes',
  '/?tab=courses',
  '/login',
  '/UserSignUp',
  '/slogin',
  '/sSignup',
  '/ContactUs',
  ...legalPaths,
]

test('every page that visitors open has a title, a description and a preview of its own, under one address', async ({
  page,
  published,
}) => {
  const seen: Record<string, string | undefined>[] = []
  for (const path of publicPages) {
    await page.goto(`${published.address}${path}${path.includes('?') ? '&' : '?'}share=on&utm_source=whatsapp`)
    const head = await headOf(page)
    expect(head).toMatchObject({
      canonical: publicUrl + path,
      'og:url': publicUrl + path,
      'og:type': 'website',
      'og:site_name': 'Puthi',
      'og:description': head.description,
      'twitter:card': 'summary_large_image',
      'og:image': `${publicUrl}/share/site.jpg`,
      'og:image:width': '1200',
      'og:image:height': '630',
    })
    expect(head.robots).toBeUndefined()
    expect(head.description!.length).toBeGreaterThan(50)
    expect(head.description!.length).toBeLessThanOrEqual(160)
    seen.push(head)
  }
  for (const name of ['title', 'description', 'og:title'])
    expect(new Set(seen.map((head) => head[name])).size).toBe(publicPages.length)
  expect(await sizeOf(page, `${published.address}/share/site.jpg`)).toEqual([1200, 630])
})

test('searches, further pages of a list and what is gone are not for search engines', async ({ page, published }) => {
  const { address } = published
  for (const query of ['tab=books&name=physics', 'tab=books&stream=Arts', `tab=novels&before=${newId()}`]) {
    await page.goto(`${address}/?${query}&share=on`)
    expect(await headOf(page)).toMatchObject({ robots: 'noindex', canonical: `${publicUrl}/?${query}` })
  }
  for (const path of [`/posts/${newId()}/physics`, '/no-such-page', '/account/deleted', '/posts/no-id/x']) {
    await page.goto(address + path)
    const head = await headOf(page)
    expect(head.robots).toBe('noindex')
    expect(head.description).toBeTruthy()
    expect(head.canonical).toBeUndefined()
    expect(head['og:image']).toBeUndefined()
  }
})

test('the page of a post shows name, price and picture where its link is shared', async ({ page, published }) => {
  const { address, db } = published
  const store = await aStore(db, { district: 'Jorhat' })
  const name = 'অসমীয়া ব্যাকৰণ & "ৰচনা" <b>'
  const book = await aBook(db, store, {
    name,
    sellingPricePaise: 123_456_00,
    description: 'Read\n\ntwice. '.repeat(40),
  })
  await page.goto(`${address}${postPath(book)}?share=on`)
  const head = await headOf(page)
  expect(head).toMatchObject({
    title: `${name} · Puthi`,
    'og:title': name,
    'og:type': 'product',
    'og:image:alt': `${name}, ₹1,23,456`,
    canonical: publicUrl + postPath(book),
    'og:url': publicUrl + postPath(book),
    'product:price:amount': '123456.00',
    'product:price:currency': 'INR',
    'og:image:width': '1200',
    'og:image:height': '630',
    'twitter:card': 'summary_large_image',
  })
  expect(Array.from(head.description!).length).toBeLessThanOrEqual(160)
  expect(head.description).toContain(name)
  const picture = new URL(head['og:image']!)
  expect(picture.origin).toBe(publicUrl)
  expect(await sizeOf(page, address + picture.pathname + picture.search)).toEqual([1200, 630])
})

test('a page that the script opened has the head of that page alone', async ({ page, published }) => {
  const { address, db } = published
  const novel = await aNovel(db, await aStudent(db), { name: 'The Golden Boat' })
  await page.goto(`${address}/?tab=novels`)
  await page.getByRole('article', { name: novel.name }).getByRole('link', { name: novel.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: novel.name })).toBeVisible()
  await expect(page).toHaveTitle('The Golden Boat · Puthi')
  expect(await headOf(page)).toMatchObject({ canonical: publicUrl + postPath(novel), 'og:title': novel.name })
  await page.goBack()
  await expect(page).toHaveTitle('Novels in Assam, used and new · Puthi')
  expect((await headOf(page)).canonical).toBe(`${publicUrl}/?tab=novels`)
})

interface Thing {
  '@type': string | string[]
  [name: string]: unknown
}

/** The page's data for search engines, from the text that the browser takes for the content of the element. */
async function structuredDataOf(page: Page) {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(texts).toHaveLength(1)
  const data = JSON.parse(texts[0]!) as { '@context': string; '@graph': [Thing, Thing] }
  expect(data['@context']).toBe('https://schema.org')
  return data['@graph']
}

/** What Google requires and the data does not have. The validator looks at the offer of a Product if that is its only type. */
async function errorsIn([product, breadcrumbs]: [Thing, Thing]) {
  const jsonld = { Product: [{ ...product, '@type': 'Product' }], BreadcrumbList: [breadcrumbs] }
  const issues = await new Validator().validate({ jsonld, microdata: {}, rdfa: {} })
  return issues.filter(({ severity }) => severity === 'ERROR').map(({ issueMessage }) => issueMessage)
}

test('a post is described to search engines: what it is, what it costs, who sells it, and where it stands', async ({
  page,
  published,
}) => {
  const { address, db } = published
  const [student, store] = [await aStudent(db), await aStore(db, { district: 'Jorhat', name: 'Panbazar Books' })]
  const given = {
    condition: 'New Book(Brand New)',
    isbn: '9788177091878',
    publishYear: 2021,
    sellingPricePaise: 26_050,
  }
  const book = await aBook(db, store, given)
  const novel = await aNovel(db, student, { condition: 'Good(used)' })
  const [note, course] = [await aNote(db, student), await aCourse(db, student)]
  for (const post of [book, novel, note, course]) {
    await page.goto(address + postPath(post))
    const graph = await structuredDataOf(page)
    expect(await errorsIn(graph)).toEqual([])
    expect(graph[1]).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, item: `${publicUrl}/` },
        { '@type': 'ListItem', position: 2, item: `${publicUrl}/?tab=${post.kind}s` },
        { '@type': 'ListItem', position: 3, item: publicUrl + postPath(post), name: post.name },
      ],
    })
    const offer = graph[0].offers as Thing
    expect(offer).toMatchObject({
      '@type': 'Offer',
      priceCurrency: 'INR',
      url: publicUrl + postPath(post),
      availability: 'https://schema.org/InStock',
      price: expect.stringMatching(/^\d+\.\d\d$/),
    })
    expect(graph[0].image).toEqual([expect.stringMatching(`^${publicUrl}/share/${post.id}.jpg\\?v=`)])
  }
  await page.goto(address + postPath(book))
  expect((await structuredDataOf(page))[0]).toMatchObject({
    '@type': ['Product', 'Book'],
    name: book.name,
    isbn: '9788177091878',
    datePublished: '2021',
    author: { '@type': 'Person', name: 'H. C. Verma' },
    offers: {
      price: '260.50',
      itemCondition: 'https://schema.org/NewCondition',
      seller: { '@type': 'Organization', name: 'Panbazar Books' },
      availableAtOrFrom: { '@type': 'Place', address: { addressLocality: 'Jorhat', addressCountry: 'IN' } },
    },
  })
  await page.goto(address + postPath(novel))
  const { itemCondition } = (await structuredDataOf(page))[0].offers as Thing
  expect(itemCondition).toBe('https://schema.org/UsedCondition')
  await page.goto(address + postPath(note))
  expect((await structuredDataOf(page))[0]['@type']).toBe('Product')
})

test('the check above notices a missing price', async ({ page, published }) => {
  const { address, db } = published
  await page.goto(address + postPath(await aBook(db, await aStudent(db))))
  const [product, breadcrumbs] = await structuredDataOf(page)
  const { price: _, ...offer } = product.offers as Thing
  expect(await errorsIn([{ ...product, offers: offer }, breadcrumbs])).not.toEqual([])
})

test('what a seller writes cannot leave the data for search engines', async ({ page, published }) => {
  const { address, db } = published
  const hostile = '</script><script>document.title = "owned"</script><!--<script>]]>\u2028"\'\\'
  const student = await aStudent(db, { name: hostile })
  const book = await aBook(db, student, { name: hostile, authorName: hostile, description: hostile })
  await page.goto(address + postPath(book))
  const [product] = await structuredDataOf(page)
  expect(product).toMatchObject({ name: hostile, author: { name: hostile }, offers: { seller: { name: hostile } } })
  await expect(page).toHaveTitle(`${hostile} · Puthi`)
  await expect(page.getByRole('heading', { level: 1, name: hostile })).toBeVisible()
  expect(await page.locator('script:not([type]):not([src])').allTextContents()).not.toContain(
    'document.title = "owned"',
  )
})
