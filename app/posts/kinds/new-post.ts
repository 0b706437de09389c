import { NewBook } from './book.ts'
import { NewCourse } from './course.ts'
import { NewNote } from './note.ts'
import { NewNovel } from './novel.ts'

/** The schema of a new post of each kind. */
export const newPostRules = { book: NewBook, novel: NewNovel, note: NewNote, course: NewCourse }

export type NewPost =
  | ({ kind: 'book' } & NewBook)
  | ({ kind: 'novel' } & NewNovel)
  | ({ kind: 'note' } & NewNote)
  | ({ kind: 'course' } & NewCourse)
