import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

import { bounded } from '#app/platform/bounded.server.ts'

const derive = promisify(argon2)

interface Parameters {
  /** In KiB. */
  memory: number
  passes: number
  parallelism: number
  tagLength: number
}

/** Of new hashes. Older hashes are checked by their own, and made anew at the next log-in. */
const today: Parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const saltLength = 16

/** No row of the database may have one log-in take more than a second or two of a core, or 256 MiB. */
const maxMemory = 262_144
const maxWork = 1_048_576

// Each takes a core for some 40 ms: one core always stays free for the pages, however many people log in at once.
const atOnce = bounded(Math.max(1, availableParallelism() - 1))

const run = (message: string, nonce: Buffer, parameters: Parameters) =>
  atOnce(() => derive('argon2id', { message, nonce, ...parameters }))

export async function hashPassword(password: string) {
  const salt = randomBytes(saltLength)
  const tag = await run(password, salt, today)
  const { memory, passes, parallelism } = today
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

export async function isPassword(password: string, hash: string) {
  const { salt, tag, parameters } = parse(hash)
  return timingSafeEqual(await run(password, salt, parameters), tag)
}

/** Whether it was made by other parameters than today's. */
export function isHashOutdated(hash: string) {
  const { salt, parameters } = parse(hash)
  return (
    salt.length !== saltLength || Object.entries(today).some(([name, value]) => parameters[name as 'memory'] !== value)
  )
}

/** The password of a phone that nobody registered is never right, but to find that out takes as long. */
export async function isPasswordOfNobody(password: string) {
  await run(password, Buffer.alloc(saltLength), today)
  return false
}

const format = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,4}),p=(\d)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

function parse(hash: string) {
  const [, memory, passes, parallelism, encodedSalt = '', encodedTag = ''] = format.exec(hash) ?? []
  const [salt, tag] = [Buffer.from(encodedSalt, 'base64'), Buffer.from(encodedTag, 'base64')]
  const parameters: Parameters = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: tag.length,
  }
  if (!isBounded(parameters)) throw new Error('This is not a password hash, or one with parameters out of bounds')
  return { salt, tag, parameters }
}

const isBounded = ({ memory, passes, parallelism }: Parameters) =>
  passes >= 1 && parallelism >= 1 && memory >= 8 * parallelism && memory <= maxMemory && memory * passes <= maxWork

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
