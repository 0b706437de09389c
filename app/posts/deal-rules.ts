import { may, type Role } from '#app/access/role-rules.ts'

import type { PostKind } from './post-rules.ts'

/** Whether a role may buy posts of a kind and comment on them. Not in post-rules.ts, so that cards do not load Zod. */
export const mayDealIn = (role: Role, kind: PostKind) => may(role, kind === 'course' ? 'deal in courses' : 'deal')
