import { createHmac, randomBytes } from 'node:crypto'

// Time-based one-time passwords (RFC 6238) as authenticator apps make them: SHA-1, six digits, steps of 30 seconds.

const stepSeconds = 30
/** Steps that a clock may be off, in either direction. */
const tolerance = 1
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret, in the base 32 that apps read. */
export const newCodeSecret = () => toBase32(randomBytes(20))

export const stepAt = (ms: number) => Math.floor(ms / 1_000 / stepSeconds)

export function codeAt(secret: string, step: number) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = digest[digest.length - 1]! & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** The step of time that the code belongs to, if that is now, and later than the last one that was used; else null. */
export function stepOfCode(secret: string, code: string, { nowMs, usedStep }: { nowMs: number; usedStep: number }) {
  const now = stepAt(nowMs)
  for (let step = now - tolerance; step <= now + tolerance; step++) {
    if (step > usedStep && codeAt(secret, step) === code) return step
  }
  return null
}

/** What the QR code of an authenticator app says. */
export function appUrl(secret: string, { siteName, email }: { siteName: string; email: string }) {
  const label = `${encodeURIComponent(siteName)}:${encodeURIComponent(email)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(siteName)}`
}

export function toBase32(bytes: Buffer) {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits.replaceAll(/.{1,5}/g, (five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]!)
}

function fromBase32(text: string) {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
}
