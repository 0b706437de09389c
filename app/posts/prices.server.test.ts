import { expect, test } from 'vitest'

import { aBook, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { payablePaise } from './prices.ts'

const { db } = await freshDatabase()

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
