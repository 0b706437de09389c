// Vendure as its guide sets it up, on PostgreSQL with its own search. Runs in the folder that it is installed in.
// `node vendure.mjs fill product.csv` makes a shop with one product, `node vendure.mjs index` makes what is there
// searchable, `node vendure.mjs` serves it.
import { setTimeout } from 'node:timers/promises'

import {
  bootstrap,
  DefaultLogger,
  DefaultSearchPlugin,
  dummyPaymentHandler,
  JobQueueService,
  LogLevel,
  RequestContextService,
  SearchService,
  TransactionalConnection,
} from '@vendure/core'
import { populate } from '@vendure/core/cli/index.js'

const [, , task, product] = process.argv

const superadminCredentials = { identifier: 'bench', password: 'a bench has no secrets' }
const config = {
  apiOptions: { port: Number(process.env.PORT), hostname: '127.0.0.1' },
  authOptions: { tokenMethod: 'bearer', cookieOptions: { secret: 'bench' }, superadminCredentials },
  dbConnectionOptions: {
    type: 'postgres',
    url: process.env.DATABASE_URL,
    synchronize: task === 'fill',
    logging: false,
    // As many as Puthi has.
    extra: { max: 10 },
  },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  plugins: [DefaultSearchPlugin.init({})],
  logger: new DefaultLogger({ level: LogLevel.Warn }),
}

const shop = {
  defaultLanguage: 'en',
  defaultZone: 'Asia',
  countries: [{ code: 'IN', name: 'India', zone: 'Asia' }],
  taxRates: [{ name: 'Standard Tax', percentage: 0 }],
  shippingMethods: [{ name: 'Post', price: 0 }],
  paymentMethods: [
    {
      name: 'Later',
      handler: { code: 'dummy-payment-handler', arguments: [{ name: 'automaticSettle', value: 'true' }] },
    },
  ],
  collections: [],
}

if (task === 'fill') {
  await populate(() => bootstrap(config), shop, product)
  process.exit(0)
}

const app = await bootstrap(config)
if (task === 'index') {
  await app.get(JobQueueService).start()
  const context = await app.get(RequestContextService).create({ apiType: 'admin' })
  await app.get(SearchService).reindex(context)
  const { rawConnection } = app.get(TransactionalConnection)
  const isMissing = `select 1 from product_variant where id not in (select "productVariantId" from search_index_item)`
  while ((await rawConnection.query(`${isMissing} limit 1`)).length > 0) await setTimeout(500)
  process.exit(0)
}
console.log(`ready at http://127.0.0.1:${process.env.PORT}`)
