import { newId } from '#app/platform/ids.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import type { ContactMessage } from './contact-rules.ts'

/** Of a student who is signed in it is theirs, to have and to delete. */
export async function addContactMessage(db: Db, message: ContactMessage, studentId: string | null) {
  const id = newId()
  await db
    .insertInto('contactMessages')
    .values({ id, ...message, studentId })
    .execute()
  return id
}
