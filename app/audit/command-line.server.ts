import { userInfo } from 'node:os'

/** Who runs a command on the server, for the audit. */
export const commandLine = `command line of ${userInfo().username}` as const
