import { createCipheriv, createDecipheriv, createHash, type KeyObject, randomBytes } from 'node:crypto'

// Encrypts short texts that nobody may read in the database: id numbers of students, secrets of the team's codes.

/** The first key encrypts, all of them decrypt: a new key is put before the old one. */
export type IdKeys = [KeyObject, ...KeyObject[]]

const ivBytes = 12
const tagBytes = 16
/** Longer than any id number that can be typed, so that a plain one never matches. Migration 0011 repeats it as a CHECK. */
const sealedFormat = /^v1\.([0-9a-f]{8})\.([A-Za-z0-9_-]{39,})$/

export const isSealed = (text: string) => sealedFormat.test(text)

/** Names a key in the encrypted text without revealing it. */
export const keyIdOf = (key: KeyObject) => createHash('sha256').update(key.export()).digest('hex').slice(0, 8)

/** AES-256-GCM with its owner's id as additional data: copied to another person's row, it does not decrypt. */
export function sealText([key]: IdKeys, ownerId: string, text: string) {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(ownerId))
  const bytes = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `v1.${keyIdOf(key)}.${bytes.toString('base64url')}`
}

/** Returns null if it was encrypted with none of these keys. */
export function openText(keys: IdKeys, ownerId: string, sealed: string) {
  const [, keyId, encoded = ''] = sealedFormat.exec(sealed) ?? []
  const key = keys.find((one) => keyIdOf(one) === keyId)
  if (!key) return null
  const bytes = Buffer.from(encoded, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(ownerId))
    .setAuthTag(bytes.subarray(-tagBytes))
  return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
}
