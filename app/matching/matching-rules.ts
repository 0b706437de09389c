/** How many people are told of one post, first those who were told of fewer, then who has waited longest: one copy is for one buyer. */
export const toldMax = 20

/** The people who look for a book are counted so far. */
export const countedMax = 100

/** How often mail and push tell of new matches of one request or search. */
export const toldEveryHours = 24
