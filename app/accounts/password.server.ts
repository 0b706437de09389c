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

/** For new hashes. Older ones are verified with the parameters they contain, and replaced at the next log-in. */
const currentParameters: Parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const saltLength = 16

/** Bounds for parameters in the database: a log-in takes at most a second or two of a core, and 256 MiB. */
const maxMemory = 262_144
const maxWork = 1_048_576

// A hash takes a core for some 40 ms: one core stays free for the pages, however many people log in.
const fewAtOnce = bounded(Math.max(1, availableParallelism() - 1))

const computeTag = (message: string, nonce: Buffer, parameters: Parameters) =>
  fewAtOnce(() => derive('argon2id', { message, nonce, ...parameters }))

export async function hashPassword(password: string) {
  const salt = randomBytes(saltLength)
  const tag = await computeTag(password, salt, currentParameters)
  const { memory, passes, parallelism } = currentParameters
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

export async function isPassword(password: string, hash: string) {
  const { salt, tag, parameters } = parse(hash)
  return timingSafeEqual(await computeTag(password, salt, parameters), tag)
}

export function isHashOutdated(hash: string) {
  const { salt, parameters } = parse(hash)
  return (
    salt.length !== saltLength ||
    Object.entries(currentParameters).some(([name, value]) => parameters[name as 'memory'] !== value)
  )
}

/** For an unknown phone: takes as long as `isPassword`, so that timing does not tell which phones are registered. */
export async function failAsSlowly(password: string) {
  await computeTag(password, Buffer.alloc(saltLength), currentParameters)
  return false
}

const hashFormat = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,4}),p=(\d)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

function parse(hash: string) {
  const [, memory, passes, parallelism, encodedSalt = '', encodedTag = ''] = hashFormat.exec(hash) ?? []
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
