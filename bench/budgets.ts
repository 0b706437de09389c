/**
 * Gzipped kilobytes of a visitor's page: the script that runs at once, what the first input adds to it, and the style
 * sheet. `npm test` counts the files in the page's HTML, `npm run bench:phone` those that a browser fetches.
 */
export const budgets = { '/': { atOnce: 2, withPerson: 132, style: 15 } }
