/** What was typed into the purchase form and not ordered yet. Who delivers where is the same for every post. */
interface Draft {
  buyerId: string
  fields: Record<string, string>
  /** Of each post: the quantity, and the idempotency key, so that an order whose answer was lost is not placed twice. */
  posts: Record<string, { quantity: string; key: string }>
}

const storageName = 'puthi-order-draft'

/** In the tab's own storage: Back and a reload find it, and it is gone with the tab, with the order, or with a log-out. */
function readDraft(buyerId: string): Draft {
  const empty = { buyerId, fields: {}, posts: {} }
  try {
    const draft = JSON.parse(sessionStorage.getItem(storageName) ?? 'null') as Draft | null
    return draft?.buyerId === buyerId ? draft : empty
  } catch {
    return empty // storage may be switched off
  }
}

export function findDraft(buyerId: string, postId: string) {
  const { fields, posts } = readDraft(buyerId)
  const ofPost = posts[postId]
  return { fields: { ...fields, ...(ofPost && { quantity: ofPost.quantity }) }, key: ofPost?.key ?? null }
}

/** For a key that stands for an order which is placed: the next one is another order. */
export function forgetDraftKey(buyerId: string, postId: string) {
  const draft = readDraft(buyerId)
  write({ ...draft, posts: Object.fromEntries(Object.entries(draft.posts).filter(([id]) => id !== postId)) })
}

export function keepDraft(buyerId: string, postId: string, form: HTMLFormElement) {
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
    // storage may be full or switched off
  }
}

export function dropDraft() {
  try {
    sessionStorage.removeItem(storageName)
  } catch {
    // storage may be switched off
  }
}
