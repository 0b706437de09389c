import { argon2Sync, randomBytes } from 'node:crypto'

import { expect, test } from 'vitest'

import { hashPassword, isHashOutdated, isPassword } from './password.server.ts'

/** A hash with other parameters, as an earlier version or another program may have made it. */
function hashBy({ memory = 19_456, passes = 2, parallelism = 1, tagLength = 32, saltLength = 16 }) {
  const nonce = randomBytes(saltLength)
  const tag = argon2Sync('argon2id', { message: 'secret', nonce, memory, passes, parallelism, tagLength })
  const [salt, sum] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt}$${sum}`
}

test('a hash is verified with the parameters it contains', async () => {
  for (const other of [
    { memory: 1_024 },
    { memory: 65_536 },
    { passes: 3 },
    { memory: 4_096, parallelism: 4 },
    { tagLength: 64, saltLength: 8 },
  ]) {
    const hash = hashBy(other)
    expect([other, await isPassword('secret', hash)]).toEqual([other, true])
    expect([other, await isPassword('Secret', hash)]).toEqual([other, false])
    expect([other, isHashOutdated(hash)]).toEqual([other, true])
  }
})

test('a hash with the current parameters is not outdated', async () => {
  const hash = await hashPassword('secret')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await isPassword('secret', hash)).toBe(true)
  expect(isHashOutdated(hash)).toBe(false)
})

test('hashes with far too expensive or far too weak parameters are refused', async () => {
  const [salt, tag] = ['c2FsdHNhbHRzYWx0', 'A'.repeat(43)]
  for (const hash of [
    `$argon2id$v=19$m=4000000,t=2,p=1$${salt}$${tag}`,
    `$argon2id$v=19$m=19456,t=1000000,p=1$${salt}$${tag}`,
    `$argon2id$v=19$m=19456,t=0,p=1$${salt}$${tag}`,
    `$argon2id$v=19$m=19456,t=2,p=64$${salt}$${tag}`,
    `$argon2id$v=19$m=8,t=2,p=4$${salt}$${tag}`,
    `$argon2id$v=19$m=19456,t=2,p=1$${salt}$AAAA`,
    `$argon2id$v=19$m=19456,t=2,p=1$${salt}$`,
    `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${'A'.repeat(2_000)}`,
    `$argon2i$v=19$m=19456,t=2,p=1$${salt}$${tag}`,
    `$argon2id$v=16$m=19456,t=2,p=1$${salt}$${tag}`,
    'secret',
    '',
  ]) {
    await expect(isPassword('secret', hash)).rejects.toThrow('not a password hash')
  }
})
