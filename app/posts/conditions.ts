// Not in post-rules.ts, so that cards do not load Zod.
interface Condition {
  /** How many of the scale's four diamonds are filled. */
  worth: number
  meaning: string
}

/** The best first. The names are the specification's. */
const described: Record<string, Condition> = {
  'New Book(Brand New)': { worth: 4, meaning: 'Nobody has used it. All pages are as they were printed.' },
  'Superb(used)': { worth: 3, meaning: 'Used with care. The pages are clean and the cover is firm.' },
  'Good(used)': {
    worth: 2,
    meaning: 'Every page is there and reads well. The cover is worn or some pages carry pencil marks.',
  },
  'Poor(Used)': { worth: 1, meaning: 'Every page can be read. Expect ink marks, folds or a loose cover.' },
}

export const conditions = Object.keys(described)

export const conditionOf = (name: string) => described[name] ?? null
