import type { Connection } from '../connection.ts'
import { getData, newWord, visits as ours, type Site, type Visit } from '../visits.ts'

/** The data that visits need; `variants` are ids of product variants. */
export interface VendureShop {
  variants: string[]
}

export interface MedusaShop {
  key: string
  region: string
  option: string
  variants: string[]
}

const any = <T>(of: readonly T[]) => of[Math.floor(Math.random() * of.length)]!

const get = (path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n${headers}\r\n`
const post = (path: string, content: unknown, headers = '') => {
  const body = JSON.stringify(content)
  const size = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
  return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${size}${headers}\r\n${body}`
}

const isGood = async (connection: Connection, request: string) => (await connection.ask(request)).status === 200

/** Throws if the body reports an error: GraphQL responses have status 200 even then. */
async function askVendure(connection: Connection, query: string, token = '') {
  const request = post('/shop-api', { query }, token && `Authorization: Bearer ${token}\r\n`)
  const { status, head, body } = await connection.ask(request)
  const text = body.toString()
  if (status !== 200 || text.includes('"errors"') || text.includes('errorCode')) throw new Error(text)
  return { text, token: /\r\nvendure-auth-token: (\S+)/i.exec(head)?.[1] ?? token }
}

const onError = '... on ErrorResult { errorCode message }'

const checkout = (n: number) => `mutation {
  setCustomerForOrder(input: { firstName: "Rituraj", lastName: "Das", emailAddress: "buyer${n}@puthi.example" }) { __typename ${onError} }
  setOrderShippingAddress(input: { fullName: "Rituraj Das", streetLine1: "Panbazar", city: "Guwahati", postalCode: "781001", countryCode: "IN" }) { __typename ${onError} }
  setOrderShippingMethod(shippingMethodId: ["1"]) { __typename ${onError} }
  transitionOrderToState(state: "ArrangingPayment") { __typename ... on OrderStateTransitionError { errorCode message transitionError } }
  addPaymentToOrder(input: { method: "later", metadata: {} }) { __typename ... on Order { state } ${onError} }
}`

/** Posts JSON to Medusa and returns the parsed response. */
async function askMedusa(connection: Connection, { key }: MedusaShop, path: string, content: unknown) {
  const { status, body } = await connection.ask(post(path, content, `x-publishable-api-key: ${key}\r\n`))
  if (status !== 200) throw new Error(body.toString())
  return JSON.parse(body.toString()) as Record<'cart' | 'payment_collection', { id: string }> & { type?: string }
}

export const visits = {
  'newest, vendure': (): Visit => async (connection) => {
    const query = `{ products(options: { take: 12, sort: { createdAt: DESC } }) {
      items { id name slug description createdAt featuredAsset { preview } variants { id priceWithTax currencyCode } } } }`
    return (await askVendure(connection, query)).text.length > 1_000
  },
  'search, vendure': (): Visit => async (connection) => {
    const query = `{ search(input: { term: "${newWord()}", take: 12, groupByProduct: true }) {
      totalItems items { productId productName slug description productAsset { preview }
        priceWithTax { ... on PriceRange { min max } ... on SinglePrice { value } } } } }`
    return (await askVendure(connection, query)).text.includes('totalItems')
  },
  'order, vendure':
    ({ variants }: VendureShop): Visit =>
    async (connection) => {
      const item = `mutation { addItemToOrder(productVariantId: "${any(variants)}", quantity: 1) { __typename ${onError} } }`
      const { token } = await askVendure(connection, item)
      const { text } = await askVendure(connection, checkout(Math.floor(Math.random() * 1e12)), token)
      return text.includes('PaymentSettled')
    },

  'newest, medusa':
    ({ key, region }: MedusaShop): Visit =>
    (connection) => {
      const fields = 'id,title,handle,description,created_at,thumbnail,*variants.calculated_price'
      const query = `limit=12&order=-created_at&region_id=${region}&fields=${fields}`
      return isGood(connection, get(`/store/products?${query}`, `x-publishable-api-key: ${key}\r\n`))
    },
  'search, medusa':
    ({ key, region }: MedusaShop): Visit =>
    (connection) => {
      const fields = 'id,title,handle,description,created_at,thumbnail,*variants.calculated_price'
      const query = `q=${encodeURIComponent(newWord())}&limit=12&region_id=${region}&fields=${fields}`
      return isGood(connection, get(`/store/products?${query}`, `x-publishable-api-key: ${key}\r\n`))
    },
  'order, medusa':
    (shop: MedusaShop): Visit =>
    async (connection) => {
      const address = { first_name: 'Rituraj', last_name: 'Das', address_1: 'Panbazar', city: 'Guwahati' }
      const { cart } = await askMedusa(connection, shop, '/store/carts', {
        region_id: shop.region,
        email: `buyer${Math.floor(Math.random() * 1e12)}@puthi.example`,
        shipping_address: { ...address, country_code: 'in', postal_code: '781001' },
        items: [{ variant_id: any(shop.variants), quantity: 1 }],
      })
      await askMedusa(connection, shop, `/store/carts/${cart.id}/shipping-methods`, { option_id: shop.option })
      const { payment_collection: payment } = await askMedusa(connection, shop, '/store/payment-collections', {
        cart_id: cart.id,
      })
      const session = { provider_id: 'pp_system_default' }
      await askMedusa(connection, shop, `/store/payment-collections/${payment.id}/payment-sessions`, session)
      return (await askMedusa(connection, shop, `/store/carts/${cart.id}/complete`, {})).type === 'order'
    },

  /**
   * Run once per shop before the measurements, since empty responses would be fast: the shop has products with prices,
   * and finds at least 10 of them by a common word.
   */
  'finds, vendure': (): Visit => async (connection) => {
    const { text } = await askVendure(
      connection,
      '{ products(options: { take: 12 }) { items { variants { priceWithTax } } } search(input: { term: "book", take: 12 }) { totalItems } }',
    )
    return text.split('priceWithTax').length > 12 && Number(/"totalItems":(\d+)/.exec(text)?.[1]) >= 10
  },
  'finds, medusa':
    ({ key, region }: MedusaShop): Visit =>
    async (connection) => {
      const query = `limit=12&region_id=${region}&q=book&fields=*variants.calculated_price`
      const request = `GET /store/products?${query} HTTP/1.1\r\nHost: 127.0.0.1\r\nx-publishable-api-key: ${key}\r\n\r\n`
      const { body } = await connection.ask(request)
      return body.toString().split('"calculated_amount":495').length > 10
    },
  'finds, puthi': (): Visit => async (connection) => {
    const request = 'GET /?tab=books&name=book HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\n\r\n'
    return (await connection.ask(request)).body.toString().split('<article').length > 10
  },

  'newest, puthi': ours.Books,
  'newest .data, puthi': ours['Books, .data'],
  'search, puthi': (): Visit => (connection) =>
    isGood(connection, get(`/?tab=books&name=${encodeURIComponent(newWord())}`, 'Accept: text/html\r\n')),
  'search .data, puthi': (): Visit => (connection) =>
    isGood(connection, getData(`tab=books&name=${encodeURIComponent(newWord())}`)),
  'order, puthi': (site: Site): Visit => ours.order(site),
}
