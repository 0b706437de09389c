import { sql } from 'kysely'

import { districts } from '#app/accounts/districts.ts'
import type { Db } from '#app/platform/db.server.ts'
import { conditions } from '#app/posts/conditions.ts'
import { countWords } from '#app/posts/search/count-words.job.server.ts'
import { streams } from '#app/posts/search/stream-rules.ts'
import { loadSynonyms } from '#app/posts/search/synonyms.server.ts'
import { aStore, aStudent } from '#database/makers.ts'

/** Most frequent first: the first word is in every third name, the second in every fifth, and so on. */
const frequent =
  'book of and the class for science mathematics a notes part to physics in chemistry guide english assamese higher ' +
  'secondary history textbook edition general introduction new biology commerce economics question bank solved papers ' +
  'অসমীয়া ব্যাকৰণ বিজ্ঞান গণিত ইতিহাস भौतिक विज्ञान हिन्दी गणित इतिहास advanced principles modern indian organic concepts ' +
  'political computer theory practical grammar engineering law accountancy geography philosophy education statistics ' +
  'সাহিত্য সমাজ ভূগোল পাঠ্যপুথি শ্ৰেণী প্ৰশ্ন কবিতা গল্প উপন্যাস সাধু জীৱন অসম বুৰঞ্জী শিক্ষা व्याकरण साहित्य रसायन समाज शास्त्र ' +
  'कक्षा पाठ्यपुस्तक कहानी कविता उपन्यास भूगोल medical anatomy physiology business management environmental studies ' +
  'fundamentals applied algebra calculus mechanics electronics data structures programming constitution'

/** Rare words are made of these. */
const syllables = {
  english: 'ba ka ra ta sa ma na la pa da shi chi thi ri mi ni ko lo mo to gu ru su du ve te le ne an en in on ar er',
  assamese: 'কা ৰি মু তে নো সী লা বি দু পে গো হী জা ণি যু মে ৱা ধি শু থে',
  hindi: 'का रि मु ते नो सी ला बि दु पे गो ही जा णि यु मे वा धि शु थे',
}

/** The same on every run. */
export const vocabulary = makeWords(6_000)

function makeWords(size: number) {
  const words = new Set(frequent.split(' '))
  const scripts = [syllables.english, syllables.english, syllables.assamese, syllables.hindi].map((all) =>
    all.split(' '),
  )
  for (let n = 0; words.size < size; n++) {
    const script = scripts[n % scripts.length]!
    const at = (place: number) => script[place % script.length]!
    words.add(at(n * 7) + at(Math.floor(n / 3)) + at(Math.floor(n / 31)) + (n % 5 ? '' : at(n)))
  }
  return [...words]
}

const classes = [
  'HS 2nd Year',
  'HS 1st Year',
  'Class X',
  'B.Sc 1st Year',
  'BA',
  'Class XII',
  'Class IX',
  'B.Com',
  'Class XI',
  'MBBS',
  'B.Tech',
  'BCA',
  'LLB',
  'Class VIII',
  'MA',
  'APSC, UPSC',
]

/** The picture of every book and novel. There is no file, but pages link to it as to any other. */
const front = 'images/1763200000000-0123456789abcdef0123-front.jpg'

export async function addSellers(db: Db) {
  await loadSynonyms(db, import.meta.dirname) // the posts are indexed by them
  await db
    .insertInto('files')
    .values({ key: front, kind: 'picture', bytes: 90_000, width: 900, height: 1_200, takenAt: new Date() })
    .execute()
  const district = (n: number) => districts[Math.floor(districts.length ** ((n % 50) / 50))]! // some have far more sellers
  for (let n = 0; n < 300; n++) await aStudent(db, { district: n % 4 ? district(n) : null })
  for (let n = 0; n < 40; n++) await aStore(db, { district: district(n) })
}

/** Students in one statement, in place of one each: without passwords, so that nobody can log in as one of them. */
export async function addPeople(db: Db, { from, to }: { from: number; to: number }) {
  if (to <= from) return
  await sql`
    with made as (
      insert into accounts (id, kind, name, phone, email, password_hash, district)
      select uuidv7(), 'student', 'Student ' || n, (6000000000 + n)::text, 'person' || n || '@puthi.example', 'none',
        districts[floor(power(${districts.length + 1}, random()))]
      from generate_series(${from + 1}::int, ${to}::int) as n, (select ${districts}::text[] as districts) as lists
      returning id
    )
    insert into students (account_id, class_name, college_name)
    select id, 'HS 2nd Year', 'Cotton College' from made`.execute(db)
}

/**
 * Drops the index of words and recreates it afterwards, which is faster; then vacuums, as autovacuum would. The posts are
 * as old ones: a server would compare new ones with what people want, for hours beside what is measured.
 */
export async function fillPosts(db: Db, { from, to }: { from: number; to: number }) {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_indexdef('searchable_posts_words'::regclass) as definition`.execute(db)
  await sql`drop index searchable_posts_words`.execute(db)
  let posted = from
  const work = async () => {
    while (posted < to) {
      const start = posted
      posted = Math.min(to, start + 10_000)
      await addPosts(db, { from: start, to: posted })
    }
  }
  await Promise.all([work(), work()])
  await sql.raw(rows[0]!.definition).execute(db)
  await sql`truncate posts_to_match`.execute(db)
  await countWords(db)
  await sql`vacuum analyze`.execute(db)
}

/** Posts of all kinds. Words and streams are drawn less often the later they are in their list. */
export async function addPosts(db: Db, { from, to }: { from: number; to: number }) {
  await sql`
    with
      drawn as (
        select
          n,
          case when n % 20 < 12 then 'book' when n % 20 < 15 then 'novel' when n % 20 < 18 then 'note' else 'course' end
            as kind,
          array(select words[floor(power(${vocabulary.length + 1}, random()))] from generate_series(1, 3 + n % 4)) as name,
          chr(65 + n % 19) || '. ' || chr(65 + n % 23) || '. ' || initcap(words[100 + n * 7 % 800]) as author,
          streams[floor(power(${streams.length + 1}, random()))] as stream,
          classes[floor(power(${classes.length + 1}, random()))] as class,
          conditions[1 + n % 4] as condition,
          (50 + floor(2000 * random() * random()))::int * 100 as price,
          students[1 + n % array_length(students, 1)] as student,
          stores[1 + n % array_length(stores, 1)] as store
        from
          generate_series(${from + 1}::int, ${to}::int) as n,
          (
            select ${vocabulary}::text[] as words, ${streams}::text[] as streams, ${classes}::text[] as classes,
              ${conditions}::text[] as conditions
          ) as lists,
          (
            select array(select account_id from students limit 20000) as students,
              array(select account_id from stores) as stores
          ) as sellers
      ),
      sold as (select *, kind in ('book', 'novel') as is_bound, kind in ('book', 'novel') and n % 4 = 0 as is_of_store from drawn)
    insert into posts (
      id, kind, seller_id, name, author_name, class_name, category, stream, condition, description,
      publish_year, price_paise, selling_price_paise, picture1, picture2, pdf1, pdf2
    )
    select
      uuidv7(),
      kind,
      case when is_of_store then store else student end,
      initcap(array_to_string(name, ' ')),
      case when is_bound then author end,
      class,
      case when kind <> 'book' then 'Higher Secondary (Science)' end,
      case when is_bound then stream end,
      case when is_bound then condition end,
      case when kind = 'novel' then repeat('A story. ', 20) end,
      2015,
      price,
      case when n % 3 = 0 then price / 2 end,
      case when is_bound then ${front} end,
      case when is_bound then 'images/1763200000000-0123456789abcdef0123-back.jpg' end,
      case when not is_bound then 'uploads/1763200000000-0123456789abcdef0123-one.pdf' end,
      case when not is_bound then 'uploads/1763200000000-0123456789abcdef0123-two.pdf' end
    from sold`.execute(db)
}
