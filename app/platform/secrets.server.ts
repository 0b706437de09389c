import { randomBytes } from 'node:crypto'

import type { Db } from './db.server.ts'

declare module './db.server.ts' {
  interface Tables {
    secrets: {
      name: string
      value: Buffer
    }
  }
}

const known = new WeakMap<Db, Map<string, Promise<Buffer>>>()

/** A random key shared by all processes, stored in the database and created on first use. */
export function findSecret(db: Db, name: string) {
  const secrets = known.get(db) ?? new Map<string, Promise<Buffer>>()
  known.set(db, secrets)
  const begun = secrets.get(name)
  if (begun) return begun
  const secret = findOrMake(db, name)
  secrets.set(name, secret)
  secret.catch(() => secrets.delete(name)) // a later call retries
  return secret
}

async function findOrMake(db: Db, name: string) {
  const find = () => db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst()
  const found = await find()
  if (found) return found.value
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await find())!.value // if two processes insert at once, the first one's
}
