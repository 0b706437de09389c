import type { Db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import type { NewBookRequest } from './book-request-rules.ts'

export async function addBookRequest(db: Db, studentId: string, request: NewBookRequest) {
  await db
    .insertInto('bookRequests')
    .values({ id: newId(), studentId, ...request })
    .execute()
}
