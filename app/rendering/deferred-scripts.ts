// Written by react-router-page.server.ts, read by start-on-first-input.ts.
/** A script type that browsers do not run; `data-type` holds the real one, if any. */
export const deferredType = 'text/later'

/** The `rel` of deferred modulepreload links. */
export const deferredPreload = 'later'
