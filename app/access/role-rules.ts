/** The kinds of accounts. */
export type AccountKind = 'student' | 'store'

/** The kind of the signed-in account; a visitor has none. */
export type Role = AccountKind | 'visitor'

/** What each role may do besides browsing. Nothing else in the code decides by the kind of an account. */
const permissions = {
  visitor: [],
  student: ['deal', 'deal in courses', 'save posts', 'request books', 'share PDFs'],
  store: ['deal', 'save posts', 'keep a store profile'],
} as const satisfies Record<Role, readonly string[]>

export type Permission = (typeof permissions)[Role][number]

export const may = (role: Role, permission: Permission) =>
  (permissions[role] as readonly Permission[]).includes(permission)

/** Of members of the team: support reads, answers and hides; owners also see people, the audit and exports. */
export type TeamRole = 'support' | 'owner'
