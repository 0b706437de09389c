import { rmSync } from 'node:fs'

import { startSession } from '#app/accounts/sessions.server.ts'
import { createDb, type Db } from '#app/platform/db.server.ts'
import { aBook, aCourse, aNote, aNovel, aStore, aStudent } from '#database/makers.ts'

import { createDatabase, startTestPostgres, temporaryFolder } from '../support/postgres.ts'
import { startServer } from '../support/server.ts'

export interface Person {
  kind: 'student' | 'store'
  id: string
  phone: string
  cookie: string
  /** What the person sells. A store sells no notes and no courses. */
  posts: { book: string; novel: string; note: string; course: string }
}

export type Ground = Awaited<ReturnType<typeof startGround>>

/** The real server over a database and a folder of its own, with some people on it who sell one of each kind. */
export async function startGround({ people = 12 } = {}) {
  const postgres = await startTestPostgres()
  const url = await createDatabase(postgres.url)
  const db = createDb(url)
  const folder = temporaryFolder()
  // Every request comes from an address of its own, or the limits on log-ins would answer in place of the forms.
  const server = await startServer({ DATABASE_URL: url, DATA_DIR: folder, TRUST_PROXY: 'on' })
  const students = await Promise.all(Array.from({ length: people }, () => aSeller(db, 'student')))
  const stores = await Promise.all(Array.from({ length: people }, () => aSeller(db, 'store')))
  let asked = 0
  return {
    db,
    databaseUrl: url,
    folder,
    server,
    students,
    stores,
    /** They take turns, so that nobody does more than one person would. */
    next: (kind: Person['kind']) => (kind === 'student' ? students : stores)[asked++ % people]!,
    /** That somebody other than this one sells. */
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
  const cookie = `puthi-session=${await startSession(db, who)}`
  return { kind, id: who.id, phone: who.phone, cookie, posts: { book, novel, note, course } }
}
