// One chunk with everything that only stores need; store-side-module.ts loads it.
export { keepProfileOnFailure } from '#app/accounts/profile-parts.tsx'
export { StoreProfile } from '#app/accounts/store-profile.tsx'

export { StoreFrame } from './store-frame.tsx'
