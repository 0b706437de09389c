const contentTypes: Record<string, string> = { jpg: 'image/jpeg', webp: 'image/webp', pdf: 'application/pdf' }

/** A folder and a name of letters, digits, - and _, and an ending that we store: no path leads out of the storage. */
const keyPattern = /^[A-Za-z]{1,20}\/[A-Za-z0-9_-]{1,150}\.([a-z]{3,4})$/

/** Null for what is no key. */
export function contentTypeOf(key: string) {
  const ending = keyPattern.exec(key)?.[1]
  return (ending !== undefined && contentTypes[ending]) || null
}

/** Its type, too. */
export function checkKey(key: string) {
  const type = contentTypeOf(key)
  if (!type) throw new Error('Not a key of the storage')
  return type
}
