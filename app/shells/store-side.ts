// What only stores see, in a file that only they download. See load-store-side.ts.
export { keepProfile, StoreProfile } from '#app/accounts/store-profile.tsx'

export { StoreShell } from './store-shell.tsx'
