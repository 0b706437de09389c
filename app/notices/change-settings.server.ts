import type { Db } from '#app/platform/db.server.ts'

import { isAlways, noticeKindNames, type NoticeSetting, noticeWays, switchName } from './notice-rules.ts'

/** Saves all switches: a form sends the names of those that are on. */
export async function changeSettings(db: Db, accountId: string, areOn: ReadonlySet<string>) {
  const settings = noticeKindNames.flatMap((kind) =>
    noticeWays
      .filter((way) => !isAlways(kind, way))
      .map((way) => ({ kind, way, isOn: areOn.has(switchName(kind, way)) })),
  )
  await save(db, accountId, settings)
}

/** Does nothing if the account is gone. */
export const changeSetting = (db: Db, accountId: string, setting: NoticeSetting) => save(db, accountId, [setting])

async function save(db: Db, accountId: string, settings: NoticeSetting[]) {
  const account = await db.selectFrom('accounts').select('id').where('id', '=', accountId).executeTakeFirst()
  if (!account) return
  await db
    .insertInto('noticeSettings')
    .values(settings.map((setting) => ({ accountId, ...setting })))
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'kind', 'way']).doUpdateSet((set) => ({ isOn: set.ref('excluded.isOn') })),
    )
    .execute()
}
