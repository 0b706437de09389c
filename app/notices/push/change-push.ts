import { data, redirect } from 'react-router'

import { noticesPath } from '#app/access/paths.ts'
import { sessionIdContext, signedInViewer } from '#app/access/viewer.ts'
import { readForm } from '#app/forms/forms.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { refuseTooMany, senderOf, tooManyRequests } from '#app/limits/refuse-too-many.server.ts'
import { configContext, dbContext } from '#app/platform/context.ts'

import type { Route } from './+types/change-push'
import { PushSubscription, settingsLimit } from '../notice-rules.ts'
import { isPushHost } from './push-hosts.ts'
import { addSubscription, removeSubscription } from './subscriptions.server.ts'

/** A browser takes push from now on, or, with `off`, no longer does. */
export async function action({ context, request }: Route.ActionArgs) {
  const viewer = signedInViewer(context)
  const db = context.get(dbContext)
  const sent = await readFormData(request)
  const form = readForm(PushSubscription, sent)
  if (!form.ok) return data({ isOn: false }, 400)
  if (sent.has('off')) {
    await removeSubscription(db, viewer.id, form.values.endpoint)
    return data({ isOn: false })
  }
  if (!isPushHost(form.values.endpoint, context.get(configContext).pushHosts)) return data({ isOn: false }, 400)
  const tooMany = await refuseTooMany(db, settingsLimit, senderOf(context, viewer.id))
  if (tooMany) return data({ isOn: false }, tooManyRequests(context, tooMany.waitSeconds))
  const sessionId = context.get(sessionIdContext)!
  await addSubscription(db, { accountId: viewer.id, sessionId }, form.values)
  return data({ isOn: true })
}

/** Nobody opens it: forms without script do not have push. */
export const loader = () => redirect(noticesPath)
