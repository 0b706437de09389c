/**
 * A part of pages that not every page has, and that not everyone downloads. Where the server has put it on a page it is
 * there before that page comes alive: waiting for it in the middle of that would throw away what was typed meanwhile.
 */
export function partOf<T>(download: () => Promise<T>) {
  const part = {
    loaded: null as T | null,
    async load() {
      part.loaded ??= await download()
      return part.loaded
    },
  }
  return part
}
