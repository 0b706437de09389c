import { buildIfStale } from '#server/build.ts'

import { startTestPostgres } from './postgres.ts'

export default async function setup() {
  await buildIfStale()
  const postgres = await startTestPostgres()
  process.env.TEST_POSTGRES_URL = postgres.url
  return () => postgres.stop()
}
