import { type ComponentType, lazy, useState } from 'react'

import { isHydrated } from '#app/ui/hydrated.ts'

/** On the server: what loads each part. */
const loaders: (() => Promise<unknown>)[] = []

/** On the server, before a page is rendered. */
export const loadAllParts = async () => void (await Promise.all(loaders.map((load) => load())))

/**
 * A component whose script only the pages download that show it. The server has it when it renders. A browser that does
 * not have it yet hydrates the page when it has come: until then the page works as without script, and keeps what is
 * typed. `Part.load` downloads it ahead of being shown.
 */
export function lazyPart<Props extends object>(download: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null
  const load = async () => (loaded ??= await download())
  if (import.meta.env.SSR) loaders.push(load)
  const Later = lazy(async () => ({ default: await load().catch(failOrNeverHydrate) }))

  function Part(props: Props) {
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Later)
    return <Component {...props} />
  }
  Part.load = load
  return Part
}

/** A page that cannot be hydrated goes on as without script: an error would replace it. */
function failOrNeverHydrate(error: unknown) {
  if (isHydrated()) throw error
  return new Promise<never>(() => {})
}
