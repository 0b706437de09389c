import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { newId } from '#app/platform/ids.server.ts'
import { aBook, aNovel, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { countWords } from './count-words.job.server.ts'
import { createSearchDb } from './search-db.server.ts'
import { searchPosts } from './search-posts.server.ts'
import { loadSynonyms } from './synonyms.server.ts'

const { db, url } = await freshDatabase()
const searchDb = createSearchDb(url)
afterAll(() => searchDb.destroy())
const student = await aStudent(db)
const synonyms = await loadSynonyms(db, '/nowhere')

beforeEach(async () => {
  await db.deleteFrom('posts').execute()
})

async function post(...names: string[]) {
  for (const name of names) await aBook(db, student, { name, authorName: null, stream: 'Other' })
}

async function search(name: string, stream = '') {
  await countWords(db)
  return searchPosts(searchDb, null, synonyms, { name, stream })
}

const namesFor = async (name: string, stream = '') => (await search(name, stream)).posts.map((found) => found.name)

/** Returns the searches whose results differ from `names`, with these results. */
async function othersThan(names: string[], typed: string[]) {
  const found = await Promise.all(typed.map(async (name) => ({ name, found: await namesFor(name) })))
  return found.filter((one) => String(one.found) !== String(names))
}

/** Inserts posts in batches of 2,000. Each post is newer than the one before. */
async function postMany(count: number, name: (n: number) => string) {
  const ids = Array.from({ length: count }, newId).toSorted()
  const many = ids.map((id, n) => ({
    id,
    kind: 'book' as const,
    sellerId: student.id,
    name: name(n),
    stream: 'Arts',
    condition: 'Good(used)',
    pricePaise: 100,
    picture1: 'images/none-1.jpg',
    picture2: 'images/none-2.jpg',
  }))
  for (let n = 0; n < many.length; n += 2_000) {
    await db
      .insertInto('posts')
      .values(many.slice(n, n + 2_000))
      .execute()
  }
}

describe('the order', () => {
  test('is names that start so, then names with the words, then similar words, newest first in each', async () => {
    await post('Phisics for all', 'Applied Physics', 'Physics, Part 1', 'A Guide to Physics', 'Physics, Part 2')
    expect(await namesFor('physics')).toEqual([
      'Physics, Part 2',
      'Physics, Part 1',
      'A Guide to Physics',
      'Applied Physics',
      'Phisics for all',
    ])
  })

  test('is of the name as it was typed: the words that a search need not have count, and none means a price', async () => {
    await post('The Guide', 'A Guide to Birds', 'Born Free', 'Guide to Rivers')
    expect(await namesFor('the guide')).toEqual(['The Guide', 'Guide to Rivers', 'A Guide to Birds'])
    expect(await namesFor('the gui')).toEqual(['The Guide', 'Guide to Rivers', 'A Guide to Birds'])
    expect(await namesFor('born free')).toEqual(['Born Free'])
    expect(await namesFor('guide to r')).toEqual(['Guide to Rivers'])
  })

  test('posts of every kind are found, with the fields of a list', async () => {
    await aBook(db, student, { name: 'Optics' })
    await aNovel(db, student, { name: 'Optics, a novel' })
    const paper = { category: 'Other', pdf1: 'uploads/1.pdf', pdf2: 'uploads/2.pdf', stream: null, condition: null }
    await aBook(db, student, { ...paper, kind: 'note', name: 'Optics notes' })
    await aBook(db, student, { ...paper, kind: 'course', name: 'Optics course' })
    const { posts, isCut } = await search('optics')
    expect(posts.map(({ kind }) => kind)).toEqual(['course', 'note', 'novel', 'book'])
    expect(posts[0]).toMatchObject({ name: 'Optics course', sellerName: student.name, pricePaise: 49_500 })
    expect(isCut).toBe(false)
  })
})

describe('the words', () => {
  test('all of them must be in name or author, in any order', async () => {
    await aBook(db, student, { name: 'Concepts of Physics', authorName: 'H. C. Verma' })
    await aBook(db, student, { name: 'Concepts of Biology', authorName: 'Campbell' })
    expect(await namesFor('verma concepts')).toEqual(['Concepts of Physics'])
    expect(await namesFor('concepts')).toHaveLength(2)
    expect(await namesFor('concepts of verma campbell')).toEqual([])
  })

  test('only the last may be a prefix', async () => {
    await post('Organic Chemistry')
    expect(await namesFor('organic chem')).toEqual(['Organic Chemistry'])
    expect(await namesFor('organic c')).toEqual(['Organic Chemistry'])
    expect(await namesFor('chemistry org')).toEqual(['Organic Chemistry'])
    expect(await namesFor('org chemistry')).toEqual([])
    expect(await namesFor('ganic')).toEqual([])
  })

  test('a prefix of very many words finds all of them', async () => {
    await postMany(120, (n) => `Zoology m${n}x`)
    await post('Zoology', 'Botany m1x')
    expect(await namesFor('zoology m')).toHaveLength(120)
    expect(await namesFor('m', 'Arts')).toHaveLength(120)
    expect(await namesFor('m')).toHaveLength(121)
  })

  test('case, accents, signs and spaces make no difference', async () => {
    await post('L’Étranger: Résumé & Notes', "Gray's Anatomy")
    const typed = ['l’étranger', 'LETRANGER', '  resume   NOTES ', 're\u0301sume\u0301-notes']
    expect(await othersThan(['L’Étranger: Résumé & Notes'], typed)).toEqual([])
    expect(await othersThan(["Gray's Anatomy"], ['grays anatomy', 'Gray’s', "gray's anatomy"])).toEqual([])
  })

  test('initials are found however they are written', async () => {
    await aBook(db, student, { name: 'Mathematics X', authorName: 'R. D. Sharma' })
    await aBook(db, student, { name: 'Mathematics IX', authorName: 'RD Sharma' })
    expect(await othersThan(['Mathematics IX', 'Mathematics X'], ['rd sharma', 'R.D. Sharma', 'r d sharma'])).toEqual(
      [],
    )
  })
})

describe('Assamese and Hindi', () => {
  test('are found by name, by a word and by a prefix', async () => {
    await post('অসমীয়া ব্যাকৰণ', 'भौतिक विज्ञान')
    expect(await othersThan(['অসমীয়া ব্যাকৰণ'], ['অসমীয়া ব্যাকৰণ', 'ব্যাকৰণ', 'অসমী', 'ব্যা'])).toEqual([])
    expect(await othersThan(['भौतिक विज्ञान'], ['भौतिक विज्ञान', 'विज्ञान', 'भौति', 'विज्'])).toEqual([])
  })

  test('vowel signs neither split a word nor are ignored', async () => {
    await post('কলা', 'কালা', 'किला')
    expect(await namesFor('কলা')).toEqual(['কলা'])
    expect(await namesFor('লা')).toEqual([])
    expect(await namesFor('कल')).toEqual([])
  })

  test('letters with a dot match precomposed, decomposed and with a joiner', async () => {
    const onePiece = 'অসমী\u09df\u09be \u09dc \u09dd'
    const twoPieces = 'অসমী\u09af\u09bc\u09be \u09a1\u09bc \u09a2\u09bc'
    await post(onePiece)
    expect(await namesFor(twoPieces)).toEqual([onePiece])
    await post('ব্যাক\u200dৰণ')
    expect(await namesFor('ব্যাকৰণ')).toHaveLength(1)
  })

  test('numbers are the same in every script', async () => {
    await post('দশম শ্ৰেণী ১০')
    expect(await namesFor('শ্ৰেণী 10')).toEqual(['দশম শ্ৰেণী ১০'])
  })

  test.for([
    ['ব্যাকরন', 'অসমীয়া ব্যাকৰণ'],
    ['বিজ্ঞ্যান', 'সাধাৰণ বিজ্ঞান'],
    ['বুৰন্জি', 'অসম বুৰঞ্জী'],
    ['व्याकरन', 'हिन्दी व्याकरण'],
  ] as const)('%s finds %s', async ([typed, name]) => {
    await post(name)
    expect(await namesFor(typed)).toEqual([name])
  })
})

describe('similar words', () => {
  test.for([
    ['phisics', 'Physics'],
    ['phsyics', 'Physics'],
    ['mathmatics', 'Mathematics'],
    ['chemestry', 'Organic Chemistry'],
    ['organnic chemistri', 'Organic Chemistry'],
    ['laxmikant', 'Indian Polity'],
  ] as const)('%s finds %s', async ([typed, name]) => {
    await aBook(db, student, { name, authorName: name === 'Indian Polity' ? 'M. Laxmikanth' : null })
    expect(await namesFor(typed)).toEqual([name])
  })

  test('are not searched if a page of exact matches is found', async () => {
    await post('Phisics', ...Array.from({ length: 11 }, (_, n) => `Physics ${n}`))
    expect(await namesFor('physics')).toContain('Phisics')
    await post('Physics 11')
    expect(await namesFor('physics')).not.toContain('Phisics')
  })

  test('do not include less similar words, short words and numbers', async () => {
    await post('Zoology', 'Physical Education', 'Law', 'Class 12', 'Class 2011')
    expect(await othersThan([], ['biology', 'physics', 'lew', 'class 13', 'class 2012'])).toEqual([])
  })
})

describe('the stream', () => {
  beforeEach(async () => {
    await aBook(db, student, { name: 'Statistics', stream: 'Commerce' })
    await aBook(db, student, { name: 'Physics', stream: 'Science' })
    await aBook(db, student, { name: 'Statistics for Science', stream: 'Science' })
  })

  test('alone finds all its posts, newest first', async () => {
    expect(await namesFor('', 'Science')).toEqual(['Statistics for Science', 'Physics'])
  })

  test('restricts a name, a word and a similar word', async () => {
    expect(await namesFor('statistics', 'Commerce')).toEqual(['Statistics'])
    expect(await namesFor('science', 'Commerce')).toEqual([])
    expect(await namesFor('for', 'Science')).toEqual(['Statistics for Science'])
    expect(await namesFor('statistiks', 'Commerce')).toEqual(['Statistics'])
    expect(await namesFor('phisics', 'Commerce')).toEqual([])
  })

  test('is searched as a word, too, but must be chosen exactly', async () => {
    expect(await namesFor('', 'science')).toEqual([])
    expect(await namesFor('', 'Sci')).toEqual([])
    expect(await namesFor('commerce')).toEqual(['Statistics'])
    expect(await namesFor('statistics comm')).toEqual(['Statistics'])
    expect(await namesFor('=Commerce')).toEqual(['Statistics'])
    expect(await namesFor('statistics', "Com'merce\\ & | !")).toEqual([])
  })
})

describe('the search index follows the posts', () => {
  test('when one is added, changed or deleted', async () => {
    const book = await aBook(db, student, { name: 'Thermodynamics', stream: 'Science' })
    expect(await namesFor('thermodinamics')).toEqual(['Thermodynamics'])

    await db.updateTable('posts').set({ name: 'Electrodynamics', stream: 'Arts' }).where('id', '=', book.id).execute()
    expect(await namesFor('thermodynamics')).toEqual([])
    expect(await namesFor('electrodinamics', 'Arts')).toEqual(['Electrodynamics'])
    await db.updateTable('posts').set({ authorName: 'Griffiths' }).where('id', '=', book.id).execute()
    expect(await namesFor('grifiths')).toEqual(['Electrodynamics'])

    await db.deleteFrom('posts').where('id', '=', book.id).execute()
    expect(await namesFor('electrodynamics')).toEqual([])
    expect(await namesFor('electrodinamics')).toEqual([])
  })
})

describe('very many results', () => {
  test('are cut to the newest 200 of the best group, and marked as cut', async () => {
    await postMany(60, (n) => `History ${n}`)
    await postMany(150, (n) => `The history ${n}`)
    const { posts, isCut } = await search('history')
    expect(posts).toHaveLength(200)
    expect(posts.slice(0, 2).map(({ name }) => name)).toEqual(['History 59', 'History 58'])
    expect([posts[60]!.name, posts[199]!.name]).toEqual(['The history 149', 'The history 10'])
    expect(isCut).toBe(true)
    expect((await search('', 'Arts')).isCut).toBe(true)

    await db.deleteFrom('posts').where('name', 'like', 'The history 1_').execute()
    expect((await search('history')).isCut).toBe(false)
    expect(await namesFor('history')).toHaveLength(200)
  })

  test('include the newest, whether a word is in few posts, in some, or in most', async () => {
    await sql`alter sequence posts_in_order increment by 4`.execute(db) // gaps, as other posts between would leave
    const shares = { most: 2, some: 8, rare: 25, lone: 500 }
    const count = 6_000
    await postMany(count, (n) => {
      const words = Object.entries(shares).filter(([, share]) => n % share === 0)
      return `Post ${n} ${words.map(([word]) => word).join(' ')}`
    })
    const newest = (share: number) =>
      Array.from({ length: count }, (_, n) => count - 1 - n)
        .filter((n) => n % share === 0)
        .slice(0, 200)
    const numbers = async (name: string, stream = '') =>
      (await namesFor(name, stream)).map((found) => Number(found.split(' ')[1]))
    for (const [word, share] of Object.entries(shares)) {
      expect([word, await numbers(word)]).toEqual([word, newest(share)])
      expect([word, 'Arts', await numbers(word, 'Arts')]).toEqual([word, 'Arts', newest(share)])
    }
    expect(await numbers('some most')).toEqual(newest(8))
    expect(await numbers('moost')).toEqual(newest(2))
    expect(await numbers('post')).toEqual(newest(1))
    expect(await numbers('post 59')).toEqual([...newest(1).filter((n) => n >= 5_900), ...range(590, 599), 59])
    await sql`alter sequence posts_in_order increment by 1`.execute(db)
  })
})

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => to - n)

describe('unusual input', () => {
  const signs = ['%', '_', '\\', "'", '"', '&', '|', '!', '<->', ':*', '()', '%%%', '\ud800', '\ufffe']
  test.for(signs)('%s is treated as text', async (sign) => {
    await post('Physics 100%')
    expect(await namesFor(sign)).toEqual([])
    expect(await namesFor(`physics ${sign} 100${sign}`)).toEqual(['Physics 100%'])
    expect(await namesFor(`${sign}chemistry`)).toEqual([])
    expect(await namesFor('', sign)).toEqual([])
    expect(await namesFor('physics', sign)).toEqual([])
  })

  test('a NUL character, which PostgreSQL cannot store, becomes a space', async () => {
    await post('Physics 100%')
    expect(await namesFor('physics\u0000100')).toEqual(['Physics 100%'])
  })

  test.for([
    ['one word', 'x'.repeat(5_000)],
    ['many words', 'physics '.repeat(625)],
    ['many letters', 'a b1 '.repeat(1_000)],
    ['signs', '\u0000\ud800\udfff%'.repeat(1_250)],
    ['a ligature that unfolds', '\ufdfa'.repeat(5_000)],
    ['emoji', '😀'.repeat(2_500)],
  ] as const)('5,000 characters are answered: %s', async ([, typed]) => {
    await post('Physics', typed.toWellFormed().replaceAll('\0', '') || 'x')
    await expect(search(typed, typed)).resolves.toBeDefined()
    await expect(search(typed)).resolves.toBeDefined()
  })
})
