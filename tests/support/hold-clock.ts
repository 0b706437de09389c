import pg from 'pg'

/**
 * Stops the clock of a database for every connection that is opened from now on: `now()` gives the time of this call.
 * What a limit lets through then depends on what was asked, not on how fast the machine is.
 */
export async function holdClock(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ held: string; name: string }>(
    'select quote_literal(now()) as held, quote_ident(current_database()) as name',
  )
  const { held, name } = rows[0]!
  await client.query(`
    create function public.now() returns timestamptz language sql immutable return timestamptz ${held};
    alter database ${name} set search_path = public, pg_catalog`)
  await client.end()
}
