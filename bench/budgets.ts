/**
 * In kilobytes of gzip: the script that a visitor's page runs by itself, what the first sign of a person adds to it, and the
 * style. `npm test` counts what the page's HTML names, `npm run bench:phone` what a browser fetches.
 */
export const budgets = { '/': { atOnce: 2, withPerson: 128, style: 15 } }
