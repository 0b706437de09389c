import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { payablePaise } from '#app/posts/prices.ts'
import { aBook, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { priceStepsOf } from './price-steps.ts'

const { db } = await freshDatabase()

test('the steps of prices are the same in the database', async () => {
  const prices = [0, 1, 2_499, 2_500, 9_999, 10_000, 99_999, 100_000, 499_999, 500_000, 100_000_000]
  const { rows } = await sql<{ step: number }>`
    select price_step(paise) as step from unnest(${prices}::int[]) with ordinality as one (paise, nth) order by nth`.execute(
    db,
  )
  expect(rows.map(({ step }) => step)).toEqual(prices.map((paise) => priceStepsOf(paise, paise)[0]))
  expect(priceStepsOf(5_000, 4_000)).toEqual([])
})

test('what a buyer pays is the same in the database', async () => {
  const student = await aStudent(db)
  const given = [
    { pricePaise: 49_500, sellingPricePaise: null, discount: null },
    { pricePaise: 49_500, sellingPricePaise: 0, discount: 50 },
    { pricePaise: 49_500, sellingPricePaise: 26_000, discount: null },
    { pricePaise: 12_345, sellingPricePaise: null, discount: 33 },
    { pricePaise: 101, sellingPricePaise: null, discount: 50 },
    { pricePaise: 99, sellingPricePaise: null, discount: 100 },
  ]
  for (const prices of given) {
    const { id } = await aBook(db, student, prices)
    const row = await db.selectFrom('posts').select('payablePaise').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.payablePaise).toBe(payablePaise(prices))
  }
})
