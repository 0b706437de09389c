/**
 * A module that not every page needs. Pages that the server rendered with it load it before hydration: suspending in
 * the middle of hydration would discard what was typed.
 */
export function lazyModule<T>(download: () => Promise<T>) {
  const module = {
    loaded: null as T | null,
    async load() {
      module.loaded ??= await download()
      return module.loaded
    },
  }
  return module
}
