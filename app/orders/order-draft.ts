/** The values of the purchase form before it is submitted. `fields` is shared by all posts. */
interface Draft {
  buyerId: string
  fields: Record<string, string>
  /** By post: the quantity, and the idempotency key, so that a retry after a lost response places no second order. */
  posts: Record<string, { quantity: string; key: string }>
}

const storageName = 'puthi-order-draft'

/** From session storage: Back and a reload restore it; closing the tab, ordering or logging out removes it. */
function readDraft(buyerId: string): Draft {
  const empty = { buyerId, fields: {}, posts: {} }
  try {
    const draft = JSON.parse(sessionStorage.getItem(storageName) ?? 'null') as Draft | null
    return draft?.buyerId === buyerId ? draft : empty
  } catch {
    return empty // storage may be disabled
  }
}

export function findDraft(buyerId: string, postId: string) {
  const { fields, posts } = readDraft(buyerId)
  const ofPost = posts[postId]
  return { fields: { ...fields, ...(ofPost && { quantity: ofPost.quantity }) }, key: ofPost?.key ?? null }
}

/** After an order is placed: the next one needs a new key. */
export function forgetDraftKey(buyerId: string, postId: string) {
  const draft = readDraft(buyerId)
  write({ ...draft, posts: Object.fromEntries(Object.entries(draft.posts).filter(([id]) => id !== postId)) })
}

export function saveDraft(buyerId: string, postId: string, form: HTMLFormElement) {
  const {
    key = '',
    quantity = '',
    shownPaise: _,
    ...typed
  } = Object.fromEntries(new FormData(form)) as Record<string, string>
  const { fields, posts } = readDraft(buyerId)
  write({ buyerId, fields: { ...fields, ...typed }, posts: { ...posts, [postId]: { quantity, key } } })
}

function write(draft: Draft) {
  try {
    sessionStorage.setItem(storageName, JSON.stringify(draft))
  } catch {
    // storage may be full or disabled
  }
}

export function dropDraft() {
  try {
    sessionStorage.removeItem(storageName)
  } catch {
    // storage may be disabled
  }
}
