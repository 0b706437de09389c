// Not in saved-rules.ts, so that cards do not load Zod.
export const savedTexts = {
  saved: (name: string) => `${name} is saved`,
  removed: (name: string) => `${name} is no longer saved`,
  /** If the server did not answer, or not as expected. */
  notSaved: 'The post was not saved. Look at your connection, then try again.',
  notRemoved: 'The post is still saved. Look at your connection, then try again.',
  loggedOut: 'You are logged out. Log in again to save posts.',
}

/** The address to which a post's Save button sends its form. Opening it leads to the post. */
export const savingPath = (postId: string) => `/saved/posts/${postId}`

/** A form without script returns to the button that sent it. */
export const saveButtonId = (postId: string) => `save-${postId}`
