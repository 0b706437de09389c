import type { CompiledQuery } from 'kysely'

import type { Db } from './db.server.ts'

/** Stands for a value while a query is built. */
class StandIn {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * For what nearly every page asks: to build a query takes as long as to send it and read what comes back. Its shape must
 * not depend on what it is given, only the values in it may.
 */
export function builtOnce<Given extends object, Row>(
  build: (db: Db, given: Given) => { compile: (db: Db) => CompiledQuery<Row> },
) {
  const standIns = new Proxy({} as Given, { get: (_, name) => new StandIn(String(name)) })
  let built: CompiledQuery<Row> | undefined
  return async (db: Db, given: Given) => {
    built ??= build(db, standIns).compile(db)
    const parameters = built.parameters.map((value) =>
      value instanceof StandIn ? given[value.name as keyof Given] : value,
    )
    const { rows } = await db.executeQuery<Row>({ ...built, parameters })
    return rows
  }
}
