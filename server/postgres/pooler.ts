import type pg from 'pg'

/**
 * Whether a pooler stands between us and PostgreSQL. It makes up the process id that it tells; a proxy that only passes
 * bytes on, such as HAProxy, does not.
 */
export async function isThroughPooler(client: pg.Client) {
  const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id')
  return rows[0]!.id !== (client as unknown as { processID: number }).processID
}
