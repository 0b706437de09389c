import { type RawBuilder, sql } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { pageOf, pageSize } from '#app/platform/page-of.ts'

/** Null: any. */
export interface WantedAsked {
  class: string | null
  stream: string | null
  district: string | null
  before: string | null
}

interface Wanted {
  /** Of the newest request for it. */
  id: string
  bookName: string
  className: string
  stream: string
  condition: string
  /** How many people ask for it, up to a hundred. */
  people: number
}

const peopleMax = 100

/** Books that others ask for, the newest request first, each book once. Of who asks it says nothing. */
export async function listWanted(db: Db, viewer: Viewer, asked: WantedAsked) {
  const { before } = asked
  const { rows } = await sql<Wanted>`
    select wants.book_request_id as id, book_name, class_name, book_requests.stream, book_requests.condition,
      (
        select count(distinct account_id)::int from (
          select same.account_id from ${wantedBy(viewer, asked, sql.ref('same'))} and same.same_book = wants.same_book
          limit ${sql.lit(peopleMax)}
        ) as counted
      ) as people
    from ${wantedBy(viewer, asked, sql.ref('wants'))}
      and ${isId(before) ? sql`wants.book_request_id < ${before}` : sql`true`}
      and not exists (
        select from ${wantedBy(viewer, asked, sql.ref('newer'))}
          and newer.same_book = wants.same_book and newer.book_request_id > wants.book_request_id
      )
    order by wants.book_request_id desc
    limit ${pageSize + 1}`.execute(db)
  const { rows: wanted, next } = pageOf(rows)
  return { wanted: wanted.map((one) => ({ ...one, bookName: withoutPhones(one.bookName) })), next }
}

/** Open requests of others who are not suspended, by this name of the table. */
const wantedBy = (
  viewer: Viewer,
  { class: className, stream, district }: WantedAsked,
  wants: RawBuilder<unknown>,
) => sql`
  wants as ${wants}
    join book_requests on book_requests.id = ${wants}.book_request_id
    join accounts on accounts.id = ${wants}.account_id
  where ${wants}.is_open and ${wants}.same_book is not null and ${wants}.account_id <> ${viewer.id}
    and accounts.suspended_until is null
    and (${className}::text is null or ${className} = any(${wants}.classes))
    and (${stream}::text is null or book_requests.stream = ${stream})
    and (${district}::text is null or accounts.district = ${district})`

/** People write all sorts of things into a name. */
const withoutPhones = (name: string) => name.replaceAll(/\+?\d(?:[\s-]?\d){8,}/g, '…')
