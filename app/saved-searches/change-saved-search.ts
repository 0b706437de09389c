import { data, redirect, type RouterContextProvider } from 'react-router'

import { myRequestsPath } from '#app/access/paths.ts'
import { signedInViewer } from '#app/access/viewer.ts'
import { safePath } from '#app/accounts/safe-path.ts'
import { type Answer, readForm } from '#app/forms/forms.ts'
import { isPlainForm } from '#app/forms/plain-form.server.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { refuseTooMany, senderOf, tooManyRequests } from '#app/limits/refuse-too-many.server.ts'
import { dbContext } from '#app/platform/context.ts'
import type { Search } from '#app/posts/search/search-filters.ts'

import type { Route } from './+types/change-saved-search'
import { readSavedQuery } from './describe-search.ts'
import { saveSearch, stopSearch } from './save-search.server.ts'
import { savedSearchLimit, SavedSearchChange } from './saved-search-rules.ts'
import { savingRefusals } from './saved-search-texts.ts'

/**
 * Saves a search, so that the person is told of new posts, or stops that. Without script it returns to the search, or
 * leads to the list with the reason of a refusal.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const form = readForm(SavedSearchChange, await readFormData(request))
  if (!form.ok) throw data(null, 400)
  const { search, tell, back } = form.values
  const refusal = await change(context, readSavedQuery(search), tell === 'on')
  if (isPlainForm(request))
    throw redirect(refusal ? `${myRequestsPath}?refused=${refusal.name}` : (safePath(back) ?? myRequestsPath), 303)
  if (!refusal) return data<Answer>({})
  return data<Answer>({ notice: { kind: 'invalid', text: refusal.text } }, refusal.status)
}

/** Returns why it was refused, or null. */
async function change(context: Readonly<RouterContextProvider>, search: Search, isTold: boolean) {
  const viewer = signedInViewer(context)
  const db = context.get(dbContext)
  if (!isTold) return stopSearch(db, viewer, search).then(() => null)
  const result = await saveSearch(db, viewer, search, () =>
    refuseTooMany(db, savedSearchLimit, senderOf(context, viewer.id)),
  )
  if (result === 'saved') return null
  if (typeof result === 'string') return { name: result, ...savingRefusals[result] }
  const { status } = tooManyRequests(context, result.tooMany.waitSeconds)
  return { name: 'often', status, text: result.tooMany.text }
}

/** For a browser that returns from the log-in. */
export const loader = () => redirect(myRequestsPath)
