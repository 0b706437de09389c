import type { TeamRole } from './role-rules.ts'

/** A route of the team. */
export interface TeamPage {
  /** The pattern for React Router. */
  path: string
  /** The route's module, below app/. */
  file: string
  /** The route's id, where several routes share a module. */
  id?: string
  /** Roles that may open it, or `everyone`. Everybody else gets a 404, as for a page that does not exist. */
  opens: readonly TeamRole[] | 'everyone'
  /** Roles that may submit its forms. Without it, it has none. */
  sends?: readonly TeamRole[] | 'everyone'
  /** Its label in the team's navigation. */
  label?: string
}

const team = ['support', 'owner'] as const
const owner = ['owner'] as const
const ticketsPage = 'team/tickets-page.tsx'

/** The first page of the team. */
export const ticketsPath = '/team/tickets'
export const overviewPath = '/team/overview'
export const auditPath = '/team/audit'
export const teamLogInPath = '/team/login'
export const teamCodePath = '/team/login/code'

/**
 * Every route of the team's side. Not in the site map, so that no visitor's script names them; what holds there for
 * cached pages, files and the market's frames does not concern them.
 */
export const teamMap: readonly TeamPage[] = [
  { path: '/team', file: 'team/team-home.ts', opens: team },
  { path: teamLogInPath, file: 'team/log-in-page.tsx', opens: 'everyone', sends: 'everyone' },
  { path: teamCodePath, file: 'team/code-page.tsx', opens: 'everyone', sends: 'everyone' },
  { path: '/team/password', file: 'team/password-page.tsx', opens: 'everyone', sends: 'everyone' },
  { path: '/team/logout', file: 'team/log-out.ts', opens: team, sends: team },
  { path: ticketsPath, file: ticketsPage, id: 'team/tickets', opens: team, label: 'Tickets' },
  { path: '/team/tickets/:number', file: ticketsPage, id: 'team/ticket', opens: team, sends: team },
  { path: '/team/people', file: 'team/people-page.tsx', opens: owner, label: 'People' },
  { path: '/team/people/:id', file: 'team/person-page.tsx', opens: owner, sends: owner },
  { path: '/team/posts', file: 'team/posts-page.tsx', opens: team, label: 'Posts' },
  { path: '/team/posts/:id', file: 'team/post-page.tsx', opens: team, sends: team },
  { path: overviewPath, file: 'team/overview-page.tsx', opens: team, label: 'Overview' },
  { path: `${overviewPath}/:figure.csv`, file: 'team/overview-export.ts', opens: owner },
  { path: auditPath, file: 'team/audit-page.tsx', opens: owner, label: 'Audit' },
]
