import type { Db } from '#app/platform/db.server.ts'

import type { StudentProfile } from './account-rules.ts'
import { changeAccount, type ChargeChange, noCharge } from './change-account.server.ts'
import { saveAccount } from './save-account.server.ts'

interface Update {
  id: string
  profile: StudentProfile
  /** The address of the request. */
  address: string
}

export function updateStudent(db: Db, update: Update, chargeChange: ChargeChange = noCharge) {
  const { id, profile, address } = update
  const { phone, password } = profile
  return changeAccount(db, { kind: 'student', id, phone, password, address }, chargeChange, () => save(db, update))
}

function save(db: Db, { id, profile }: Update) {
  const { name, className, collegeName, district, email, phone, upiAddress } = profile
  return db.transaction().execute(async (transaction) => {
    await saveAccount(transaction, id, { name, phone, email, district, upiAddress: upiAddress || null })
    await transaction.updateTable('students').set({ className, collegeName }).where('accountId', '=', id).execute()
    return 'saved' as const
  })
}
