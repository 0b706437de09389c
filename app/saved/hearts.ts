// One chunk with what only people who are signed in need; hearts-module.ts loads it.
export { Heart } from './heart.tsx'
export { SaveForm } from './save-form.tsx'
