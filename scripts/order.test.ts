import { expect, test } from 'vitest'

import { changeOrder } from '#app/orders/change-order.server.ts'
import type { Deed } from '#app/orders/order-rules.ts'
import { listNotices } from '#app/notices/notice-queries.server.ts'
import { describeNotice } from '#app/notices/notice-texts.ts'
import { anOrder, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { runScript } from '#tests/support/run-script.ts'

const { db, url } = await freshDatabase()
const run = (...args: string[]) => runScript(url, 'order', args)

test('the team sees the orders with a problem, and ends each with a reason that both sides read', async () => {
  expect(await run()).toBe('No order has a problem.\n')
  const [seller, buyer] = [await aStudent(db), await aStudent(db)]
  const { id } = await anOrder(db, { sellerId: seller.id, buyerId: buyer.id, itemName: 'Physics', state: 'sent' })
  const other = await anOrder(db, { sellerId: seller.id, buyerId: buyer.id })
  const notes = await anOrder(db, {
    sellerId: seller.id,
    buyerId: buyer.id,
    deal: 'file',
    kind: 'note',
    itemName: 'Optics',
  })
  const does = (orderId: string, deed: Deed, detail: string) =>
    changeOrder(db, { orderId, person: buyer, deed, key: crypto.randomUUID(), detail })
  await does(id, 'report problem', 'Pages are missing')
  await does(notes.id, 'say paid', '4821')
  await does(notes.id, 'report problem', 'No answer for a week')
  const numberOf = async (of: string) =>
    String((await db.selectFrom('orders').select('number').where('id', '=', of).executeTakeFirstOrThrow()).number)
  const number = await numberOf(id)

  const numberOfNotes = await numberOf(notes.id)
  const listed = [
    `${number} {2}\\S+ {2}1 x Physics, Rs 495`,
    ' {2}Pages are missing',
    `${numberOfNotes} {2}\\S+ {2}1 x Optics, Rs 495`,
    ' {2}No answer for a week',
    '2 orders',
  ]
  expect(await run()).toMatch(new RegExp(`^${listed.join('\n')}`)) // the oldest problem first
  await expect(run(number, 'cancel')).rejects.toThrow('--reason')
  await expect(run(await numberOf(other.id), 'cancel', '--reason', 'None')).rejects.toThrow('Command failed')
  await expect(run('999999', 'cancel', '--reason', 'None')).rejects.toThrow('Command failed')
  const reason = 'The seller takes it back.'
  expect(await run(number, 'cancel', '--reason', reason)).toBe(`Order ${number} is cancelled. Both sides are told.\n`)
  const stateOf = async (of: string) =>
    (await db.selectFrom('orders').select('state').where('id', '=', of).executeTakeFirstOrThrow()).state
  expect(await stateOf(id)).toBe('cancelled')
  for (const person of [seller, buyer]) {
    const { rows } = await listNotices(db, person.id, null)
    expect(describeNotice(rows[0]!)).toMatchObject({
      title: 'Our team has settled the order of Physics',
      text: `“${reason}”`,
    })
  }
  const completed = await run(numberOfNotes, 'complete', '--reason', 'The money has arrived.')
  expect(completed).toBe(`Order ${numberOfNotes} is completed. Both sides are told.\n`)
  expect(await stateOf(notes.id)).toBe('completed')
})
