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
      /** Null: nobody has followed the link that was sent there. */
      emailConfirmedAt: Generated<Date | null>
      /** When the mail server refused the address for good: nothing is sent there any more. */
      emailRefusedAt: Generated<Date | null>
      passwordHash: string
      /** One of districts.ts: where its posts are that have no district of their own. */
      district: string | null
      /** Where buyers can pay. */
      upiAddress: Generated<string | null>
      createdAt: Generated<Date>
      /** Until when it cannot be used; null: it can. The driver reads 'infinity' as the number. */
      suspendedUntil: Generated<Date | number | null>
      suspendedBecause: Generated<string | null>
    }
    /** Columns that only students have. */
    students: {
      accountId: string
      className: string
      collegeName: string
      idType: StudentIdType | null
      /** Encrypted by `sealText`. */
      sealedIdNumber: string | null
    }
    /** Of students who signed up while ASK_AGE was on. */
    studentAges: {
      accountId: string
      birthYear: number
      /** Null, with what follows: the student was of age for certain. */
      guardianName: string | null
      /** A phone number or an e-mail address. */
      guardianContact: string | null
      consentedAt: Date | null
    }
    /** Columns that only stores have. */
    stores: {
      accountId: string
      /** As the store typed it. */
      district: string
      address: string
      picture: string
      /** Whether it accepts every order by itself. */
      acceptsByItself: Generated<boolean>
    }
    sessions: {
      /** May be shown, unlike the token. */
      id: Generated<string>
      tokenSha256: Buffer
      accountId: string
      /** Such as "Chrome on Android"; null if it did not say. */
      browser: string | null
      createdAt: Generated<Date>
      /** When it was last used, to the day. */
      seenAt: Generated<Date>
      expiresAt: Date
    }
    /** Browsers that an account has logged in with, by a cookie. */
    knownBrowsers: {
      accountId: string
      tokenSha256: Buffer
      seenAt: Generated<Date>
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
