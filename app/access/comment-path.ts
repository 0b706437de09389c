/** A post's page, at one of its comments or answers. */
export const commentPath = (postPath: string, id: string) => `${postPath}?from=${id}#${commentAnchor(id)}`

export const commentAnchor = (id: string) => `comment-${id}`
