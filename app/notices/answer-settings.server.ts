import { data, redirect, type RouterContextProvider } from 'react-router'

import { noticesPath } from '#app/access/paths.ts'
import { signedInViewer } from '#app/access/viewer.ts'
import { isPlainForm } from '#app/forms/plain-form.server.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { answerTooMany, refuseTooMany, senderOf } from '#app/limits/refuse-too-many.server.ts'
import { dbContext } from '#app/platform/context.ts'

import { changeSettings } from './change-settings.server.ts'
import { settingsLimit } from './notice-rules.ts'

interface SettingsRequest {
  context: Readonly<RouterContextProvider>
  request: Request
}

export async function answerSettings({ context, request }: SettingsRequest) {
  const viewer = signedInViewer(context)
  const sent = await readFormData(request)
  const tooMany = await refuseTooMany(context.get(dbContext), settingsLimit, senderOf(context, viewer.id))
  if (tooMany) return answerTooMany(context, tooMany)
  await changeSettings(context.get(dbContext), viewer.id, new Set(sent.keys()))
  if (isPlainForm(request)) throw redirect(`${noticesPath}?saved=on#settings`, 303)
  return data({})
}
