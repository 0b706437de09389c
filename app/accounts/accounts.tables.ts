import type { Generated } from 'kysely'

import type { StudentIdType } from './account-rules.ts'

declare module '#app/platform/db.server.ts' {
  interface Tables {
    students: {
      id: string
      name: string
      className: string
      collegeName: string
      phone: string
      email: string
      passwordHash: string
      idType: StudentIdType | null
      /** As `sealIdNumber` made it. */
      sealedIdNumber: string | null
      createdAt: Generated<Date>
    }
    stores: {
      id: string
      name: string
      district: string
      address: string
      phone: string
      email: string
      passwordHash: string
      picture: string
      createdAt: Generated<Date>
    }
    sessions: {
      tokenSha256: Buffer
      studentId: string | null
      storeId: string | null
      createdAt: Generated<Date>
      expiresAt: Date
    }
    /** One row at most. */
    idKeyFingerprint: {
      isOnly: Generated<boolean>
      fingerprint: Buffer
    }
    logInAttempts: {
      account: string
      addressSha256: Buffer
      attemptedAt: Generated<Date>
    }
  }
}
