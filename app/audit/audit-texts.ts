import type { AuditEvent, AuditKind } from './audit-rules.ts'

export const auditKindNames: Record<AuditKind, string> = {
  look: 'Looks',
  deed: 'Deeds',
  security: 'Security',
}

/** What was done, behind the name of who did it. */
export const auditEventNames: Record<AuditEvent, string> = {
  'ticket read': 'Read a ticket',
  'people searched': 'Searched for people',
  'person read': 'Read a person’s page',
  'post read': 'Read a post',
  'id number read': 'Read an ID number',

  'ticket taken': 'Took a ticket',
  'ticket left': 'Left a ticket to others',
  'ticket answered': 'Answered a ticket',
  'ticket noted': 'Noted on a ticket',
  'ticket put to waiting': 'Put a ticket to waiting',
  'ticket ended': 'Ended a ticket',
  'ticket opened again': 'Opened a ticket again',
  'problem settled': 'Settled a problem',
  hidden: 'Hid it',
  'shown again': 'Showed it again',
  removed: 'Removed it',
  'person warned': 'Warned a person',
  'account suspended': 'Suspended an account',
  'suspension ended': 'Ended a suspension',
  'post corrected': 'Corrected a post',
  'signals settled': 'Looked at what was noticed about a post',
  'password link made': 'Made a password link',
  'sessions ended': 'Ended a person’s log-ins',
  'figures exported': 'Exported figures',
  'member added': 'Added a member',
  'member ended': 'Ended a member’s access',
  'member link made': 'Made a new link for a member',

  'logged in': 'Logged in',
  'log-in refused': 'Log-in refused',
  'log-in locked': 'Log-in locked',
  'password changed': 'Changed the password',
  'phone changed': 'Changed the phone',
  'e-mail changed': 'Changed the e-mail',
  'account deleted': 'Deleted the account',
  'team log-in': 'Logged in to the team',
  'team log-in refused': 'Team log-in refused',
  'team log-in locked': 'Team log-in locked',
  'team password chosen': 'Chose a team password',
  'team codes set up': 'Set up team codes',
  'recovery code used': 'Used a recovery code',
}
