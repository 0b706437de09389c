import { data, redirect } from 'react-router'

import { profilePath } from '#app/access/paths.ts'
import { signedInViewer } from '#app/access/viewer.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { refuseTooMany, senderOf, tooManyRequests } from '#app/limits/refuse-too-many.server.ts'
import { tellByMail } from '#app/notices/tell.server.ts'
import { dbContext } from '#app/platform/context.ts'

import type { Route } from './+types/send-confirmation'
import { confirmationLimit } from './account-rules.ts'

/** Sends the link once more that confirms the viewer's e-mail address. */
export async function action({ context, request }: Route.ActionArgs) {
  const viewer = signedInViewer(context)
  if ((await readFormData(request)).get('send') !== 'link') throw data(null, 400)
  const db = context.get(dbContext)
  const tooMany = await refuseTooMany(db, confirmationLimit, senderOf(context, viewer.id))
  if (tooMany) throw data(null, tooManyRequests(context, tooMany.waitSeconds))
  const { email, emailConfirmedAt } = await db
    .updateTable('accounts')
    .set({ emailRefusedAt: null }) // the person says that it takes mail again
    .where('id', '=', viewer.id)
    .returning(['email', 'emailConfirmedAt'])
    .executeTakeFirstOrThrow()
  if (!emailConfirmedAt) await tellByMail(db, { event: 'confirm e-mail', accountId: viewer.id, address: email })
  return redirect(`${profilePath[viewer.kind]}?confirmation=sent`, 303)
}

/** Opening the address sends nothing. */
export const loader = ({ context }: Route.LoaderArgs) => redirect(profilePath[signedInViewer(context).kind])
