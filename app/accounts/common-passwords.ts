import type { Route } from './+types/common-passwords'
import { findCommonHashes } from './common-passwords.server.ts'

/** The hashes of common passwords that begin with `?begins=`: the same for everybody, so browsers keep them for a day. */
export const loader = ({ url }: Route.LoaderArgs) =>
  Response.json(findCommonHashes(url.searchParams.get('begins') ?? ''), {
    headers: { 'Cache-Control': 'public, max-age=86400' },
  })
