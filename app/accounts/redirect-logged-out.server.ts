import { redirect } from 'react-router'

import { may } from '#app/access/role-rules.ts'
import type { Config } from '#app/platform/config.server.ts'

import type { Viewer } from '#app/access/viewer.ts'
import { sessionEndHeaders } from './session-cookie.server.ts'

/** To the home page, after the session of this browser was ended. */
export function redirectLoggedOut(config: Config, viewer: Viewer | null) {
  const keepsStorage = viewer !== null && !may(viewer.kind, 'keep a store profile')
  return redirect('/', { status: 303, headers: sessionEndHeaders(config, { keepsStorage }) })
}
