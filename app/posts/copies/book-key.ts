import { meansClass } from '../search/search-subject.ts'
import type { Synonyms } from '../search/synonyms.ts'
import { meaningOf, type Part, understandSearch } from '../search/understand-search.ts'
import { understandClass, understandTitle } from '../search/understand-title.ts'

/** A book as its seller describes it, in the words of the search index. */
export interface DescribedBook {
  isbn: string | null
  name: string[]
  author: string[]
  className: string[]
}

/**
 * The same for all copies of a book, however their sellers write its name; null if no word is said. Two different books share a key more
 * rarely than two copies have different ones: who opens "other copies" must find that book.
 */
export function bookKey({ isbn, name, author, className }: DescribedBook, synonyms: Synonyms) {
  if (isbn !== null) return isbn
  const isSeries = (word: string) => synonyms.series.has(meaningOf(word, synonyms).join(' '))
  const [named, written] = [joinInitials(name), joinInitials(author).filter((word) => !titles.has(word))]
  const series = [...named, ...written].find(isSeries)
  const title = understandTitle(
    named.filter((word) => !isSeries(word)),
    synonyms,
  )
  const classes = title.classes.length > 0 ? title.classes : understandClass(className, synonyms)
  const edition = [...numbered('volume', title.volumes), ...numbered('semester', title.semesters), ...marksOf(name)]

  // A board has one book of a subject, class and part: authors and other words of the title are left out by many.
  if (series !== undefined && classes.length > 0 && title.parts.length > 0)
    return keyOf([series], title.parts.map(lexemeOf), classes, edition)
  const authors = understandSearch(written, synonyms).parts.filter((part) => !meansClass(part, synonyms))
  const words = [...title.parts, ...authors].map(lexemeOf)
  if (words.length === 0) return null
  // A title of one word, such as "Mathematics", names a book of each class by its author: the class that the seller chose tells these books
  // apart. A longer title, such as "Concepts of Physics", names one book: its sellers choose different classes for it.
  return keyOf([], words, title.parts.length > 1 ? title.classes : classes, edition)
}

const lexemeOf = ({ alternatives }: Part) => alternatives[0]!.join(' ')

const keyOf = (...lists: string[][]) => lists.map((list) => [...new Set(list)].toSorted().join(' ')).join('\n')

const numbered = (unit: string, numbers: number[]) => numbers.map((number) => `${unit} ${number}`)

const titles = new Set('dr prof professor mr mrs smt sri shri late et al others'.split(' '))

/** "H. C. Verma" is "HC Verma". */
const joinInitials = (words: readonly string[]) =>
  words
    .join(' ')
    .replaceAll(/(?<=^| )[a-z](?: [a-z])+(?= |$)/g, (letters) => letters.replaceAll(' ', ''))
    .split(' ')
    .filter(Boolean)

/** What makes it another book, though the search need not have it: the year of a question bank, its language, the syllabus of a university. */
function marksOf(words: readonly string[]) {
  const isMark = (word: string, next = '') =>
    /^(?:19|20)\d\d$/.test(word) || syllabuses.has(word) || (next === 'medium' && word !== 'english')
  return words.filter((word, n) => isMark(word, words[n + 1]))
}

const syllabuses = new Set(['nep', 'fyugp', 'cbcs'])
