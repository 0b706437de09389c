import type { QueryCreator } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import type { Db, Tables } from '#app/platform/db.server.ts'

import type { BuyerDetails } from './purchase-rules.ts'

/** What somebody wants the next purchase to be filled in with. */
export async function saveBuyerDetails(db: Db, { id }: Pick<Viewer, 'id'>, details: BuyerDetails) {
  const { name, phone, alternativePhone, email, pin, address } = details
  const row = {
    name,
    phone,
    alternativePhone: alternativePhone || null,
    email: email || null,
    pin: pin || null,
    address: address || null,
  }
  await db
    .insertInto('buyerDetails')
    .values({ accountId: id, ...row })
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet(row))
    .execute()
}

interface Placed {
  name: string
  phone: string
  alternativePhone: string | null
  email: string | null
  pin: string | null
  address: string | null
}

/** For the statement that places the order, which changes what it has: a course has no address, a book no e-mail. */
export function rememberBuyerDetails(db: QueryCreator<Tables>, buyerId: string, order: Placed) {
  const { name, phone, alternativePhone, email, pin, address } = order
  const always = { name, phone, alternativePhone }
  return db
    .insertInto('buyerDetails')
    .values({ accountId: buyerId, ...always, email, pin, address })
    .onConflict((conflict) =>
      conflict
        .column('accountId')
        .doUpdateSet({ ...always, ...(email !== null && { email }), ...(pin !== null && { pin, address }) }),
    )
}

/** Leaves a row of nulls: without one the last orders would be looked at. */
export async function forgetBuyerDetails(db: Db, { id }: Pick<Viewer, 'id'>) {
  const nothing = { name: null, phone: null, alternativePhone: null, email: null, pin: null, address: null }
  await db
    .insertInto('buyerDetails')
    .values({ accountId: id, ...nothing })
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet(nothing))
    .execute()
}
