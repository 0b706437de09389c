// `npm run order`: lists the orders with a problem. `npm run order -- NUMBER complete|cancel --reason TEXT` ends one: both sides are told,
// with the reason.
import { parseArgs } from 'node:util'

import { listProblems, settleOrder } from '#app/orders/settle-order.server.ts'
import { commandLine } from '#app/audit/command-line.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { createDb } from '#app/platform/db.server.ts'
import { reachPostgres } from '#server/postgres/postgres.ts'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { reason: { type: 'string' } } })
const [number, how] = positionals
const config = readConfig(process.env)
const postgres = config.databaseUrl ? null : await reachPostgres(config.dataDir)
const db = createDb(config.databaseUrl ?? postgres!.url, { max: 1 })
try {
  if (number === undefined) await list()
  else await settle(Number(number))
} finally {
  await db.destroy()
  await postgres?.stop()
}

async function list() {
  const orders = await listProblems(db)
  for (const { number: order, itemName, pricePaise, quantity, since, said } of orders) {
    console.log(`${order}  ${since.toISOString()}  ${quantity} x ${itemName}, Rs ${(pricePaise * quantity) / 100}`)
    console.log(`  ${said ?? 'The seller did not find the payment.'}`)
  }
  console.log(orders.length === 0 ? 'No order has a problem.' : `${orders.length} orders.`)
}

async function settle(order: number) {
  const reason = values.reason?.trim()
  if (!Number.isSafeInteger(order) || (how !== 'complete' && how !== 'cancel') || !reason) {
    console.error('npm run order -- NUMBER complete|cancel --reason "What the team decided, for both to read"')
    process.exitCode = 1
    return
  }
  const settled = await settleOrder(db, { number: order, how, reason, by: commandLine })
  if (settled !== 'done') process.exitCode = 1
  console.log(
    {
      done: `Order ${order} is ${how === 'complete' ? 'completed' : 'cancelled'}. Both sides are told.`,
      'no problem': `Order ${order} has no problem: nothing was changed.`,
      gone: `There is no order ${order}.`,
    }[settled],
  )
}
