import type { Generated } from 'kysely'

import type { TeamRole } from '#app/access/role-rules.ts'

declare module '#app/platform/db.server.ts' {
  interface Tables {
    teamMembers: {
      id: Generated<string>
      name: string
      email: string
      role: TeamRole
      /** Null: no password was chosen yet. */
      passwordHash: string | null
      /** Of the link by which a password is chosen, once. */
      linkSha256: Buffer | null
      linkUntil: Date | null
      /** Makes the time-based codes, encrypted by `sealText`; null: the first log-in makes it. */
      sealedCodeSecret: string | null
      /** The newest step of time whose code was used: a code works once. int8, which the driver reads as text. */
      codeStep: Generated<string>
      createdAt: Generated<Date>
      endedAt: Date | null
    }
    /** In place of a time-based code, each once. */
    teamRecoveryCodes: {
      memberId: string
      codeSha256: Buffer
    }
    teamSessions: {
      id: Generated<string>
      tokenSha256: Buffer
      memberId: string
      browser: string | null
      /** False: the password was right, and the code is still to come. */
      isComplete: boolean
      createdAt: Generated<Date>
      expiresAt: Date
    }
  }
}
