/** A look at personal data, a deed of the team, or what happened to an account. */
export type AuditKind = 'look' | 'deed' | 'security'

/** Everything that the audit notes, by its kind. */
export const auditEvents = {
  'ticket read': 'look',
  'people searched': 'look',
  'post read': 'look',
  'person read': 'look',
  'id number read': 'look',

  'ticket taken': 'deed',
  'ticket left': 'deed',
  'ticket answered': 'deed',
  'ticket noted': 'deed',
  'ticket put to waiting': 'deed',
  'ticket ended': 'deed',
  'ticket opened again': 'deed',
  'problem settled': 'deed',
  hidden: 'deed',
  'shown again': 'deed',
  removed: 'deed',
  'person warned': 'deed',
  'account suspended': 'deed',
  'suspension ended': 'deed',
  'post corrected': 'deed',
  'signals settled': 'deed',
  'password link made': 'deed',
  'sessions ended': 'deed',
  'figures exported': 'deed',
  'member added': 'deed',
  'member ended': 'deed',
  'member link made': 'deed',

  'logged in': 'security',
  'log-in refused': 'security',
  'log-in locked': 'security',
  'password changed': 'security',
  'phone changed': 'security',
  'e-mail changed': 'security',
  'account deleted': 'security',
  'team log-in': 'security',
  'team log-in refused': 'security',
  'team log-in locked': 'security',
  'team password chosen': 'security',
  'team codes set up': 'security',
  'recovery code used': 'security',
} as const satisfies Record<string, AuditKind>
export type AuditEvent = keyof typeof auditEvents

/** Security events are forgotten after so many days; the rest stays. The trigger of migration 0037 repeats it. */
export const securityDays = 180
