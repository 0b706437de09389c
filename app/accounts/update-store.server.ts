import { dropFiles, removeDropped } from '#app/files/storage/drop-files.server.ts'
import type { Storage } from '#app/files/storage/storage.server.ts'
import { takeFile } from '#app/files/storage/take-file.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import type { StoreProfile } from './account-rules.ts'
import { changeAccount, type ChargeChange, noCharge } from './change-account.server.ts'
import { districtNamed } from './districts.ts'
import { saveAccount } from './save-account.server.ts'

interface Update {
  id: string
  profile: StoreProfile
  /** The address of the request. */
  address: string
}

export function updateStore(db: Db, storage: Storage, update: Update, chargeChange: ChargeChange = noCharge) {
  const { id, profile, address } = update
  const { phone, password } = profile
  return changeAccount(db, { kind: 'store', id, phone, password, address }, chargeChange, async () => {
    const saved = await save(db, update)
    if (saved === 'no picture') return saved
    await removeDropped(db, storage, saved.replaced)
    return 'saved'
  })
}

function save(db: Db, { id, profile }: Update) {
  const { name, phone, email, district, address, picture, upiAddress, acceptsByItself } = profile
  return db.transaction().execute(async (transaction) => {
    // Locked: otherwise two concurrent changes would both drop the old picture, and the first new one would stay.
    const current = await transaction
      .selectFrom('stores')
      .select('picture')
      .where('accountId', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const isReplaced = picture !== '' && picture !== current.picture // a retry has replaced it before
    if (isReplaced && !(await takeFile(transaction, picture, 'Bookstores'))) return 'no picture'
    const replaced = isReplaced ? [current.picture] : []
    await dropFiles(transaction, replaced)
    const account = { name, phone, email, district: districtNamed(district), upiAddress: upiAddress || null }
    await saveAccount(transaction, id, account)
    await transaction
      .updateTable('stores')
      .set({ district, address, acceptsByItself: acceptsByItself === 'on', ...(picture && { picture }) })
      .where('accountId', '=', id)
      .execute()
    return { replaced }
  })
}
