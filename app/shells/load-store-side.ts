type StoreSide = typeof import('./store-side.ts')

/**
 * The stores' side of the counter, which students and visitors do not download. For a store it is there before the page
 * comes alive: waiting for it in the middle of that would throw away what was typed meanwhile.
 */
export const storeSide: { parts: StoreSide | null } = {
  parts: import.meta.env.SSR ? await import('./store-side.ts') : null,
}

export async function loadStoreSide() {
  storeSide.parts ??= await import('./store-side.ts')
}
