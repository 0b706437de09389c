import type { Generated } from 'kysely'

import type { AccountKind } from '#app/access/role-rules.ts'

import type { StudentIdType } from './account-rules.ts'

declare module '#app/platform/db.server.ts' {
  interface Tables {
    accounts: {
      id: string
      kind: AccountKind
      name: string
      phone: string
      email: string
      passwordHash: string
      /** One of districts.ts: where its posts are that have no district of their own. */
      district: string | null
      createdAt: Generated<Date>
    }
    /** Columns that only students have. */
    students: {
      accountId: string
      className: string
      collegeName: string
      idType: StudentIdType | null
      /** Encrypted by `sealIdNumber`. */
      sealedIdNumber: string | null
    }
    /** Columns that only stores have. */
    stores: {
      accountId: string
      /** As the store typed it. */
      district: string
      address: string
      picture: string
    }
    sessions: {
      tokenSha256: Buffer
      accountId: string
      createdAt: Generated<Date>
      expiresAt: Date
    }
    /** Of the key that encrypts id numbers. One row at most. */
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
