import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

import pg from 'pg'

import { createDb } from '#app/platform/db.server.ts'
import { migrate } from '#database/migrate.ts'

import { describeSite } from '../describe-site.ts'
import { addSellers, fillPosts } from '../fill-posts.ts'
import { type Served, serve, servePuthi } from '../served.ts'
import type { MedusaShop, VendureShop } from './visits.ts'

export const versions = { vendure: '3.7.3', medusa: '2.21.2' }

export interface Shop {
  server: Served
  /** The argument of its functions in visits.ts. */
  given: unknown
}

interface Place {
  folder: string
  postgresUrl: string
}

/** Also returns the names of its posts: the products of the peers get the same names. */
export async function openPuthi({ folder, postgresUrl }: Place, products: number) {
  console.log(`Puthi: ${products.toLocaleString('en')} posts…`)
  const url = await createDatabase(postgresUrl, 'puthi')
  await migrate(url)
  const db = createDb(url, { max: 4 })
  await addSellers(db)
  await fillPosts(db, { from: 0, to: products })
  const posts = await db.selectFrom('posts').select('name').orderBy('id').execute()
  const given = await describeSite(db)
  await db.destroy()
  const puthi: Shop = { server: await servePuthi(folder, url), given }
  return { names: posts.map(({ name }) => name), puthi }
}

export async function openVendure({ folder, postgresUrl }: Place, names: string[]): Promise<Shop> {
  const home = install('vendure', {
    dependencies: { '@vendure/core': versions.vendure, pg: '8' },
    // Not every npm registry has the version that Vendure's dependencies would resolve to.
    overrides: { '@graphql-tools/batch-execute': '^10' },
    files: ['vendure.mjs'],
  })
  const url = await createDatabase(postgresUrl, 'vendure')
  const env = {
    DATABASE_URL: url,
    PORT: String(await freePort()),
    VENDURE_DISABLE_TELEMETRY: 'true',
    NODE_ENV: 'production',
  }
  console.log(`Vendure: ${names.length.toLocaleString('en')} products…`)
  const product = path.join(folder, 'product.csv')
  writeFileSync(
    product,
    'name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets\n' +
      'Template,template,A story.,,,,,template,495.00,standard,100,false,,\n',
  )
  runIn(home, env, process.execPath, 'vendure.mjs', 'fill', product)
  const id = 'made.n + 1'
  await multiply(url, names, [
    { table: 'product', changed: { id, createdAt: madeAt } },
    { table: 'product_translation', changed: { id, baseId: id, name: 'made.name', slug: "'product-' || made.n" } },
    { table: 'product_channels_channel', changed: { productId: id } },
    { table: 'product_variant', changed: { id, productId: id, sku: "'sku-' || made.n" } },
    { table: 'product_variant_translation', changed: { id, baseId: id, name: 'made.name' } },
    { table: 'product_variant_channels_channel', changed: { productVariantId: id } },
    { table: 'product_variant_price', changed: { id, variantId: id } },
    { table: 'stock_level', changed: { id, productVariantId: id } },
  ])
  runIn(home, env, process.execPath, 'vendure.mjs', 'index')
  const server = await serve({
    folder,
    env,
    cwd: home,
    ready: /ready at http:\/\/\S+:(\d+)/,
    command: [process.execPath, 'vendure.mjs'],
  })
  return { server, given: { variants: names.map((_, n) => String(n + 2)) } satisfies VendureShop }
}

export async function openMedusa({ folder, postgresUrl }: Place, names: string[]): Promise<Shop> {
  const version = versions.medusa
  const home = install('medusa', {
    dependencies: { '@medusajs/medusa': version, '@medusajs/framework': version, '@medusajs/cli': version },
    files: ['medusa-config.js', 'medusa-shop.js'],
  })
  const url = await createDatabase(postgresUrl, 'medusa')
  const env = {
    DATABASE_URL: withHost(url),
    PORT: String(await freePort()),
    MEDUSA_DISABLE_TELEMETRY: 'true',
    NODE_ENV: 'production',
  }
  console.log(`Medusa: ${names.length.toLocaleString('en')} products…`)
  const medusa = path.join(home, 'node_modules/.bin/medusa')
  runIn(home, env, medusa, 'db:migrate')
  const said = runIn(home, env, medusa, 'exec', './medusa-shop.js')
  const shop = JSON.parse(/^shop (.*)$/m.exec(said)![1]!) as Omit<MedusaShop, 'variants'>

  const another = (...columns: string[]) =>
    Object.fromEntries(columns.map((column) => [column, `one.${column} || '_' || made.n`]))
  const ofProduct = '(select price_set_id from product_variant_price_set)'
  await multiply(url, names, [
    {
      table: 'product',
      changed: { ...another('id'), title: 'made.name', handle: "'product-' || made.n", created_at: madeAt },
    },
    { table: 'product_sales_channel', changed: another('id', 'product_id') },
    { table: 'product_shipping_profile', changed: another('id', 'product_id') },
    { table: 'product_variant', changed: { ...another('id', 'product_id'), sku: "'sku-' || made.n" } },
    { table: 'price_set', changed: another('id'), where: `id in ${ofProduct}` },
    { table: 'price', changed: another('id', 'price_set_id'), where: `price_set_id in ${ofProduct}` },
    { table: 'product_variant_price_set', changed: another('id', 'variant_id', 'price_set_id') },
  ])
  const variants = await runSql<{ id: string }>(url, 'select id from product_variant limit 5000')
  const server = await serve({
    folder,
    env,
    cwd: home,
    ready: /Server is ready on port: (\d+)/,
    command: [medusa, 'start'],
  })
  return { server, given: { ...shop, variants: variants.map(({ id }) => id) } satisfies MedusaShop }
}

interface Recipe {
  dependencies: Record<string, string>
  overrides?: Record<string, string>
  /** Files of this folder that are copied next to the installed packages, so that their imports resolve. */
  files: string[]
}

/** Installs a peer from npm outside the repository, unless an earlier run has. */
function install(name: keyof typeof versions, { files, ...recipe }: Recipe) {
  const home = path.join(tmpdir(), 'puthi-peers', `${name}-${versions[name]}`)
  const done = path.join(home, 'installed')
  if (!existsSync(done)) {
    console.log(`Installing ${name} ${versions[name]} from npm into ${home}, outside the repository…`)
    mkdirSync(home, { recursive: true })
    writeFileSync(path.join(home, 'package.json'), JSON.stringify({ private: true, ...recipe }))
    runIn(home, {}, 'npm', 'install', '--no-audit', '--no-fund')
    writeFileSync(done, '')
  }
  for (const file of files) copyFileSync(path.join(import.meta.dirname, file), path.join(home, file))
  return home
}

function runIn(home: string, env: Record<string, string>, command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: home,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 100 * 1_048_576,
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`.slice(-5_000))
  return stdout
}

const madeAt = "now() - made.n * interval '1 second'"

interface Rows {
  table: string
  /** SQL expressions for the columns in which another product's row differs. */
  changed: Record<string, string>
  where?: string
}

/** Copies the rows of the only product there is, once for each name. */
async function multiply(url: string, names: string[], all: Rows[]) {
  for (const { table, changed, where = 'true' } of all) {
    const columns = await runSql<{ name: string }>(
      url,
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
      [table],
    )
    const listed = columns.map(({ name }) => `"${name}"`).join(', ')
    const values = columns.map(({ name }) => changed[name] ?? `one."${name}"`).join(', ')
    await runSql(
      url,
      `insert into "${table}" (${listed}) select ${values}
      from (select * from "${table}" where ${where}) as one, unnest($1::text[]) with ordinality as made (name, n)`,
      [names],
    )
  }
  await runSql(url, 'vacuum analyze')
}

async function runSql<Row extends object>(url: string, statement: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end()
  }
}

async function createDatabase(serverUrl: string, name: string) {
  await runSql(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** The URL with PostgreSQL's socket folder as its host: the only form that Medusa's libraries understand. */
function withHost(url: string) {
  const { username, pathname, searchParams } = new URL(url)
  return `postgres://${username}@${encodeURIComponent(searchParams.get('host')!)}${pathname}`
}

function freePort() {
  return new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
