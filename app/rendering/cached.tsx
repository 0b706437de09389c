import { type ComponentType, createContext, type ReactNode, useContext } from 'react'

/** The fragment cache, as a page sees it during its rendering. */
export interface PageFragments {
  /** A mark that stands for the cached markup, or the component itself, whose markup is then cached. */
  fragmentOf: <Props extends object>(component: ComponentType<Props>, props: Props) => ReactNode
}

/** Null in the browser, in development, and inside a fragment. */
export const PageFragmentsContext = createContext<PageFragments | null>(null)

/** Props must be plain data: a function would not be part of the cache key. */
type Data<T> = T extends (...args: never[]) => unknown
  ? never
  : T extends object
    ? T extends Date
      ? T
      : { [K in keyof T]: Data<T[K]> }
    : T

interface CachedProps<Props extends object> {
  of: ComponentType<Props>
  props: Props & Data<Props>
}

/**
 * A component whose markup the server caches; the cache key is its props (fragment-cache.server.tsx). Nothing else may
 * change its markup: no context that differs between pages, no location, no `useId`. It begins and ends with an
 * element, and holds no image that React would preload in the head (`Picture` does not). In the browser it is the
 * component itself.
 */
export function Cached<Props extends object>({ of: Component, props }: CachedProps<Props>) {
  const own: Props = props
  const fragments = useContext(PageFragmentsContext)
  return fragments ? fragments.fragmentOf(Component, own) : <Component {...own} />
}
