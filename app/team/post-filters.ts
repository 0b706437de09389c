export const postFilters = ['signals', 'held', 'hidden', 'newest'] as const
export type PostFilter = (typeof postFilters)[number]
