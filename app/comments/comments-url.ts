/** The comment or answer with which the list of comments begins, as the URL names it; null: the newest. */
export const fromOf = ({ searchParams }: URL) => searchParams.get('from')

/** Where scripts load a page of comments, and send what changes them. */
export const commentsUrl = (postId: string, from: string | null) =>
  `/posts/${postId}/comments${from === null ? '' : `?from=${from}`}`
