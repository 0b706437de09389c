import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

import { bounded } from '#app/platform/bounded.server.ts'

const derive = promisify(argon2)

const memoryKiB = 19_456
const passes = 2
const tagLength = 32

// Each takes a core for some 40 ms: one core always stays free for the pages, however many people log in at once.
const atOnce = bounded(Math.max(1, availableParallelism() - 1))

function run(password: string, salt: Buffer) {
  const parameters = { message: password, nonce: salt, parallelism: 1, tagLength, memory: memoryKiB, passes }
  return atOnce(() => derive('argon2id', parameters))
}

export async function hashPassword(password: string) {
  const salt = randomBytes(16)
  const tag = await run(password, salt)
  return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=1$${unpadded(salt)}$${unpadded(tag)}`
}

export async function isPassword(password: string, hash: string) {
  const [, , , , salt = '', tag = ''] = hash.split('$')
  return timingSafeEqual(await run(password, Buffer.from(salt, 'base64')), Buffer.from(tag, 'base64'))
}

/** The password of a phone that nobody registered is never right, but to find that out takes as long. */
export async function isPasswordOfNobody(password: string) {
  await run(password, Buffer.alloc(16))
  return false
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
