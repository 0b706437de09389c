type ListingPart = typeof import('./listing.tsx')

/** The lists of the tabs, which the home page itself does not download. See load-store-side.ts for why not `lazy`. */
export const listingPart: { loaded: ListingPart | null } = {
  loaded: import.meta.env.SSR ? await import('./listing.tsx') : null,
}

export async function loadListing() {
  listingPart.loaded ??= await import('./listing.tsx')
}
