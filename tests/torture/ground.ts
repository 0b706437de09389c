import { rmSync } from 'node:fs'

import { startSession } from '#app/accounts/sessions.server.ts'
import { createDb, type Db } from '#app/platform/db.server.ts'
import { startTeamSession } from '#app/team/team-sessions.server.ts'
import { aBook, aCourse, aNote, aNovel, aStore, aStudent, aTeamMember } from '#database/makers.ts'

import { createDatabase, startTestPostgres, temporaryFolder } from '../support/postgres.ts'
import { startServer } from '../support/server.ts'

export interface Person {
  kind: 'student' | 'store'
  id: string
  phone: string
  cookie: string
  /** Ids of the posts that the person sells. Stores sell no notes and no courses: those repeat the book's id. */
  posts: { book: string; novel: string; note: string; course: string }
}

export type Ground = Awaited<ReturnType<typeof startGround>>

/**
 * The real server with its own database and data folder, and people who each sell one post of every kind they may.
 * `isTimed`: an answer that takes long is a fault, too. Only for who has the machine alone.
 */
export async function startGround({ people = 12, isTimed = true } = {}) {
  const postgres = await startTestPostgres()
  const url = await createDatabase(postgres.url)
  const db = createDb(url)
  const folder = temporaryFolder()
  // Trusts X-Forwarded-For, so that requests can have different client addresses: otherwise the log-in limits would
  // refuse requests before the forms are tested.
  const server = await startServer({ DATABASE_URL: url, DATA_DIR: folder, TRUST_PROXY: 'on' })
  const students = await Promise.all(Array.from({ length: people }, () => aSeller(db, 'student')))
  const stores = await Promise.all(Array.from({ length: people }, () => aSeller(db, 'store')))
  let asked = 0
  return {
    db,
    databaseUrl: url,
    folder,
    server,
    isTimed,
    students,
    stores,
    /** Round robin over the people, so that nobody sends more requests than one person would. */
    next: (kind: Person['kind']) => (kind === 'student' ? students : stores)[asked++ % people]!,
    /** Another student, whose posts the person can buy and comment on. */
    soldByAnother: ({ id }: Person) => students.find((student) => student.id !== id)!,
    async stop() {
      await server.stop()
      await db.destroy()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function aSeller(db: Db, kind: Person['kind']): Promise<Person> {
  const who = kind === 'student' ? await aStudent(db) : await aStore(db)
  const [book, novel] = [(await aBook(db, who)).id, (await aNovel(db, who)).id]
  const [note, course] = kind === 'student' ? [(await aNote(db, who)).id, (await aCourse(db, who)).id] : [book, book]
  // Students also try the team's forms. On the market, that cookie says nothing.
  const team =
    kind === 'student'
      ? `; puthi-team=${await startTeamSession(db, { memberId: (await aTeamMember(db, 'owner')).id, browser: null, isComplete: true })}`
      : ''
  const cookie = `puthi-session=${await startSession(db, who)}${team}`
  return { kind, id: who.id, phone: who.phone, cookie, posts: { book, novel, note, course } }
}
