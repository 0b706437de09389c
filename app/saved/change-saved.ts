import { data, redirect, type RouterContextProvider } from 'react-router'

import type { Viewer } from '#app/access/viewer.ts'
import { safePath } from '#app/accounts/safe-path.ts'
import { signedInViewer } from '#app/access/viewer.ts'
import { readForm } from '#app/forms/forms.ts'
import { isPlainForm } from '#app/forms/plain-form.server.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { refuseTooMany, senderOf, tooManyRequests } from '#app/limits/refuse-too-many.server.ts'
import { dbContext } from '#app/platform/context.ts'
import { isId } from '#app/platform/ids.server.ts'

import type { Route } from './+types/change-saved'
import { removeSaved, savePost } from './save-post.server.ts'
import { SavedChange, savingLimit } from './saved-rules.ts'
import { saveButtonId } from './saved-texts.ts'
import { savingRefusals, type SavingRefusal } from './saving-refusals.server.ts'

/**
 * Saves a post, or removes it. Without script it returns to the page of the button, or to /saved with the reason of a
 * refusal; to the script it answers in JSON.
 */
export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const viewer = signedInViewer(context)
  const form = readForm(SavedChange, await readFormData(request))
  if (!form.ok) throw data(null, 400)
  const { saved, back } = form.values
  const refusal = saved === 'on' ? await save(context, viewer, id) : await remove(context, viewer, id)

  if (!isPlainForm(request)) {
    return refusal
      ? Response.json({ text: refusal.text }, { status: refusal.status })
      : new Response(null, { status: 204 })
  }
  if (refusal) return redirect(`/saved?refused=${refusal.name}`, 303)
  return redirect((safePath(back) ?? '/saved') + (isId(id) ? `#${saveButtonId(id)}` : ''), 303)
}

/** For a browser that returns from the log-in. */
export function loader({ params: { id } }: Route.LoaderArgs) {
  if (!isId(id)) throw data(null, 404)
  return redirect(`/posts/${id}`)
}

type Context = Readonly<RouterContextProvider>

interface Refusal {
  name: SavingRefusal
  status: number
  text: string
}

async function save(context: Context, viewer: Viewer, id: string): Promise<Refusal | null> {
  const charge = () => refuseTooMany(context.get(dbContext), savingLimit, senderOf(context, viewer.id))
  const result = await savePost(context.get(dbContext), viewer, id, charge)
  if (result === 'saved') return null
  if (typeof result === 'string') return { name: result, ...savingRefusals[result] }
  const { status } = tooManyRequests(context, result.tooMany.waitSeconds)
  return { name: 'often', status, text: result.tooMany.text }
}

async function remove(context: Context, viewer: Viewer, id: string) {
  await removeSaved(context.get(dbContext), viewer, id)
  return null
}
