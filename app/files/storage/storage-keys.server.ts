const contentTypes: Record<string, string> = { jpg: 'image/jpeg', webp: 'image/webp', pdf: 'application/pdf' }

/** Folder, name and a known extension. No other characters, so that a key cannot leave the storage's folder. */
const keyPattern = /^[A-Za-z]{1,20}\/[A-Za-z0-9_-]{1,150}\.([a-z]{3,4})$/

/** Null if it is no valid key. */
export function contentTypeOf(key: string) {
  const ending = keyPattern.exec(key)?.[1]
  return (ending !== undefined && contentTypes[ending]) || null
}

/** Returns the content type. */
export function checkKey(key: string) {
  const type = contentTypeOf(key)
  if (!type) throw new Error('Not a key of the storage')
  return type
}
