import { newId } from '#app/platform/ids.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import type { ContactMessage } from './contact-rules.ts'

export async function addContactMessage(db: Db, message: ContactMessage) {
  const id = newId()
  await db
    .insertInto('contactMessages')
    .values({ id, ...message })
    .execute()
  return id
}
