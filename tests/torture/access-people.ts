import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Role, TeamRole } from '#app/access/role-rules.ts'
import { type IdKeys, sealText } from '#app/accounts/sealed-text.server.ts'
import { startSession } from '#app/accounts/sessions.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { pdfOf } from '#app/files/pdfs/assemble-pdf.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { settingsOf } from '#app/posts/preview/preview-rules.ts'
import { startTeamSession } from '#app/team/team-sessions.server.ts'
import {
  aBook,
  aBookRequest,
  aCourse,
  aNote,
  anOrder,
  aSavedSearch,
  aStore,
  aStudent,
  aTeamMember,
} from '#database/makers.ts'
import { pdf } from '#tests/support/pdfs.ts'

/** The name of all notes: their pages have the same slug. */
export const noteName = 'Optics'
/** The buyer's comment on every book for sale. The buyer sends no requests. */
export const buyersComment = 'Is it still there?'
export const buyersPhone = '7999999999'
/** A member of the team who has given the password, but no code. */
export const withoutCode = 'member without code'

export const pictureKey = 'images/1_0123456789abcdef0123456789abcdef_cover.jpg'

interface Owned {
  book: string
  /** Only students sell notes and courses. */
  note: string | null
  course: string | null
  /** An order that the buyer placed with them. */
  order: string
  /** The id of the account, which is the address of its page. */
  seller: string
  /** The buyer's comment on the book. */
  comment: string
  /** The id of a log-in on another computer. */
  session: string
  /** That the buyer has ordered, which they have read. */
  notice: string
  /** What they asked the team for. Others see its name among the wanted books. Only students ask. */
  request: string | null
  /** A search that they are told of. */
  search: string
}

export interface Person {
  name: string
  /** The role that the server must see in them. */
  who: Role
  /** What they are on the team's pages; nothing by default. */
  team?: TeamRole | 'logged out'
  /** On the market they are as other visitors. */
  isOfTeamPages?: true
  cookie: string
  owned: Owned | null
  /** Things of other people. */
  foreign: Owned
  /** Private texts that they may read. */
  sees: ReadonlySet<string>
}

export interface Seeded {
  people: Person[]
  /** Every private text, with its description. */
  secrets: ReadonlyMap<string, string>
  /** Whose pages tell everybody their ids, and of stores the contacts. The buyer sells nothing, and so is no seller. */
  sellers: PublicSeller[]
  /** An order that the owner placed with the other store, which has accepted it. */
  bought: string
  /** Adds the expired session again after the server's start, which deletes expired sessions. */
  expire: () => Promise<void>
  /** The accounts behind the people, for what they send. */
  accounts: Record<'student' | 'otherStudent' | 'store' | 'otherStore', { id: string; phone: string }>
}

interface PublicSeller {
  id: string
  /** Ids of their posts, whose pages link to them. */
  posts: (string | null)[]
  /** Of a store its phone and address; a student has none. */
  contacts: string[]
}

type Account = { kind: 'student' | 'store'; id: string; phone: string }

/** Creates people who each own something; every private field holds a unique text. */
export async function seedPeople(db: Db, dataDir: string, idKeys: IdKeys): Promise<Seeded> {
  const secrets = new Map<string, string>()
  /** A unique text, which foreignSecrets recognises in any response. */
  function secret(what: string, make = (n: number) => `zq${n}secret${n}qz`) {
    const text = make(secrets.size + 1)
    secrets.set(text, what)
    return text
  }
  const phoneOf = (what: string) => secret(what, (n) => `7${String(n).padStart(9, '0')}`)

  async function student(name: string, phone = phoneOf(`phone of ${name}`)) {
    const [id, email, idNumber] = [newId(), secret(`e-mail of ${name}`), secret(`id number of ${name}`)]
    const given = {
      id,
      name: `${name} in public`,
      phone,
      email: `${email}@a.in`,
      idType: 'PAN' as const,
      sealedIdNumber: sealText(idKeys, id, idNumber),
      passwordHash: `$argon2id$v=19$m=8,t=1,p=1$${secret(`password of ${name}`)}$AAAA`,
    }
    const account = await aStudent(db, given)
    secrets.set(account.id, `id of ${name}`)
    return { account, own: [account.id, account.phone, email, idNumber] }
  }
  async function store(name: string) {
    const email = secret(`e-mail of ${name}`)
    const given = {
      name: `${name} in public`,
      phone: phoneOf(`phone of ${name}`),
      email: `${email}@a.in`,
      address: secret(`address of ${name}`),
      picture: 'Bookstores/none.jpg',
      passwordHash: `$argon2id$v=19$m=8,t=1,p=1$${secret(`password of ${name}`)}$AAAA`,
    }
    const account = await aStore(db, given)
    secrets.set(account.id, `id of ${name}`)
    return { account, own: [account.id, account.phone, email, given.address] }
  }

  const buyer = await student(
    'the buyer',
    secret('phone of the buyer', () => buyersPhone),
  )
  async function wares(name: string, seller: Account) {
    const pdfKey = (n: number) => `uploads/${n}_0123456789abcdef0123456789abcdef_${secret(`PDF ${n} of ${name}`)}.pdf`
    /** The seller alone reads what is written in the PDFs; everybody may see their previews. */
    const pdfs = async () => {
      const keys = { pdf1: pdfKey(1), pdf2: pdfKey(2) }
      const previewSettings = settingsOf(readConfig({}))
      for (const key of Object.values(keys)) {
        const previewKey = `previews/${newId()}.pdf`
        const taken = { kind: 'pdf' as const, bytes: 1, pageCount: 1, takenAt: new Date() }
        await db.insertInto('files').values([{ ...taken, key, previewKey, previewSettings }, { ...taken, key: previewKey }]).execute() // prettier-ignore
        saveFile(dataDir, key, pdfOf([`BT /F1 12 Tf 90 600 Td (${secret(`PDF in words of ${name}`)}) Tj ET`]))
        saveFile(dataDir, previewKey, pdf())
      }
      return keys
    }
    const book = await aBook(db, seller, { picture1: pictureKey, description: `Book of ${name}` })
    const isStudent = seller.kind === 'student'
    const note = isStudent ? await aNote(db, seller, { ...(await pdfs()), name: noteName }) : null
    const course = isStudent ? await aCourse(db, seller, await pdfs()) : null
    const order = newId()
    const who = `who bought from ${name}`
    const told = {
      name: secret(`name of ${who}`),
      phone: phoneOf(`phone of ${who}`),
      address: secret(`address of ${who}`),
      alternativePhone: phoneOf(`second phone of ${who}`),
    }
    await anOrder(db, {
      id: order,
      postId: book.id,
      itemName: book.name,
      sellerId: seller.id,
      buyerId: buyer.account.id,
      ...told,
      deal: isStudent ? 'copy' : 'stock',
      state: 'packing',
      contactUntil: new Date(Date.now() + 86_400_000),
    })
    const comment = newId()
    await db.insertInto('comments').values({ id: comment, postId: book.id, comment: buyersComment, authorId: buyer.account.id }).execute() // prettier-ignore
    const keys = [...secrets].filter(([, what]) => what.startsWith('PDF') && what.endsWith(` of ${name}`))
    const ids = { book: book.id, note: note?.id ?? null, course: course?.id ?? null }
    const session = secret(`session of ${name} elsewhere`, newId)
    const onComputer = { id: session, accountId: seller.id, browser: 'Firefox on Linux' }
    await db.insertInto('sessions').values({ ...onComputer, tokenSha256: randomBytes(32), expiresAt: new Date(Date.now() + 86_400_000) }).execute() // prettier-ignore
    const notice = newId()
    await db.insertInto('notices').values({ id: notice, accountId: seller.id, event: 'order placed', orderId: order, commentId: null, detail: null, isInApp: true, readAt: new Date() }).execute() // prettier-ignore
    const asked = isStudent
      ? await aBookRequest(db, seller, { address: secret(`address in a request of ${name}`) })
      : null
    const search = await aSavedSearch(db, seller, { q: secret(`search of ${name}`) })
    const owned: Owned = {
      ...ids,
      order,
      seller: seller.id,
      comment,
      session,
      notice,
      request: asked?.id ?? null,
      search: search.id,
    }
    return {
      owned,
      sees: [
        ...Object.values(told),
        ...keys.map(([text]) => text),
        session,
        search.title,
        ...(asked ? [asked.address] : []),
      ],
    }
  }

  saveFile(dataDir, pictureKey, Buffer.from([0xff, 0xd8, 0xff]))
  await db.insertInto('files').values({ key: pictureKey, kind: 'picture', bytes: 3, width: 1, height: 1, takenAt: new Date() }).execute() // prettier-ignore
  await db.insertInto('bookRequests').values({ id: newId(), accountId: buyer.account.id, bookName: 'What the buyer asked for', className: 'XI', stream: 'Arts', condition: 'New', phone: phoneOf('phone of a request'), address: secret('address of a request'), pin: '781001', comment: secret('comment of a request') }).execute() // prettier-ignore
  await db.insertInto('contactMessages').values({ id: newId(), name: secret('a message'), phone: phoneOf('phone of a message'), reason: secret('a reason') }).execute() // prettier-ignore

  const [owner, other] = [await student('the owner'), await student('the other student')]
  const [shop, otherShop] = [await store('the store'), await store('the other store')]
  const [ownerHas, otherHas] = [
    await wares('the owner', owner.account),
    await wares('the other student', other.account),
  ]
  const [shopHas, otherShopHas] = [
    await wares('the store', shop.account),
    await wares('the other store', otherShop.account),
  ]
  const bought = secret('what the owner bought')
  const { id: boughtId } = await anOrder(db, {
    itemName: bought,
    sellerId: otherShop.account.id,
    buyerId: owner.account.id,
    deal: 'stock',
    state: 'packing',
    contactUntil: new Date(Date.now() + 86_400_000),
  })
  const ofPurchase = [bought, otherShop.account.id, otherShop.account.phone]
  const gone = await student('who is gone')
  const savedBy = { accountId: buyer.account.id, kind: 'book' as const, pricePaise: 100 }
  await db
    .insertInto('savedPosts')
    .values([
      { ...savedBy, id: newId(), postId: newId(), name: secret('what the buyer saved') },
      // The owner removes the same post later on: this row must stay.
      { ...savedBy, id: newId(), postId: otherHas.owned.book, name: secret('what else the buyer saved') },
    ])
    .execute()

  const teamCookieOf = async (role: TeamRole, isComplete = true) => {
    const { id } = await aTeamMember(db, role)
    return `puthi-team=${await startTeamSession(db, { memberId: id, browser: null, isComplete })}`
  }
  const cookieOf = async (account: Account) => `puthi-session=${await startSession(db, account)}`
  const expired = await cookieOf(owner.account)
  const expiredRow = await db
    .updateTable('sessions')
    .set({ expiresAt: new Date(0) })
    .where('browser', 'is', null)
    .returningAll()
    .executeTakeFirstOrThrow()
  async function expire() {
    const isThere = () =>
      db.selectFrom('sessions').select('accountId').where('expiresAt', '=', new Date(0)).executeTakeFirst()
    while (await isThere()) await sleep(20)
    await db.insertInto('sessions').values(expiredRow).execute()
  }
  const goneCookie = await cookieOf(gone.account)
  await db.deleteFrom('accounts').where('id', '=', gone.account.id).execute()

  const nothing = new Set<string>()
  const visitor = { who: 'visitor', foreign: ownerHas.owned, sees: nothing } as const
  const ofTeamPages = { ...visitor, owned: null, team: 'logged out', isOfTeamPages: true } as const
  const people: Person[] = [
    { ...visitor, name: 'visitor', cookie: '', owned: null },
    { ...visitor, name: 'expired session', cookie: expired, owned: ownerHas.owned },
    { ...visitor, name: 'deleted account', cookie: goneCookie, owned: null },
    // On the market members of the team are visitors.
    { ...visitor, name: 'support', cookie: await teamCookieOf('support'), owned: null, team: 'support' },
    { ...ofTeamPages, name: 'owner of the site', cookie: await teamCookieOf('owner'), team: 'owner' },
    { ...ofTeamPages, name: 'member logged out', cookie: `puthi-team=${'a'.repeat(43)}` },
    { ...ofTeamPages, name: withoutCode, cookie: await teamCookieOf('owner', false) },
    // A token of the market opens nothing of the team, and the reverse.
    { ...ofTeamPages, name: 'student as member', cookie: (await cookieOf(owner.account)).replace('session', 'team') },
    {
      ...visitor,
      name: 'member as student',
      cookie: (await teamCookieOf('owner')).replace('team', 'session'),
      owned: null,
    },
    {
      name: 'owner',
      who: 'student',
      cookie: await cookieOf(owner.account),
      owned: ownerHas.owned,
      foreign: otherHas.owned,
      sees: new Set([...owner.own, ...ownerHas.sees, ...ofPurchase]),
    },
    {
      name: 'other student',
      who: 'student',
      cookie: await cookieOf(other.account),
      owned: otherHas.owned,
      foreign: ownerHas.owned,
      sees: new Set([...other.own, ...otherHas.sees]),
    },
    {
      name: 'store',
      who: 'store',
      cookie: await cookieOf(shop.account),
      owned: shopHas.owned,
      foreign: { ...ownerHas.owned, order: otherShopHas.owned.order },
      sees: new Set([...shop.own, ...shopHas.sees]),
    },
    {
      name: 'other store',
      who: 'store',
      cookie: await cookieOf(otherShop.account),
      owned: otherShopHas.owned,
      foreign: { ...shopHas.owned, note: ownerHas.owned.note, course: ownerHas.owned.course },
      sees: new Set([...otherShop.own, ...otherShopHas.sees, bought]),
    },
  ]
  for (const { cookie, name } of people) if (cookie) secrets.set(cookie.split('=')[1]!, `session of ${name}`)
  const accounts = {
    student: owner.account,
    otherStudent: other.account,
    store: shop.account,
    otherStore: otherShop.account,
  }
  const publicSeller = (contacts: string[], { seller, book, note, course }: Owned) => ({
    id: seller,
    posts: [book, note, course],
    contacts,
  })
  const sellers = [
    ...[ownerHas, otherHas].map(({ owned }) => publicSeller([], owned)),
    publicSeller([shop.account.phone, shop.account.address], shopHas.owned),
    publicSeller([otherShop.account.phone, otherShop.account.address], otherShopHas.owned),
  ]
  return { people, secrets, sellers, bought: boughtId, expire, accounts }
}

function saveFile(dataDir: string, key: string, content: Uint8Array) {
  const file = path.join(dataDir, 'files', key)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
}

/** Whether everybody may read it there: a seller's id on the own page and on those of the posts, contacts on the own page. */
function isPublicAt(address: string, one: string, sellers: PublicSeller[]) {
  const [, kind, pageId] = /^\/+(posts|sellers)\/([0-9a-f-]{36})/.exec(plainPath(address)) ?? []
  return sellers.some(({ id, posts, contacts }) => {
    const isOwnPage = kind === 'sellers' && pageId === id
    if (contacts.includes(one)) return isOwnPage
    return one === id && (isOwnPage || (kind === 'posts' && posts.includes(pageId!)))
  })
}

/** Without the encodings and upper-case letters in which routes match, too. */
function plainPath(address: string) {
  try {
    return decodeURIComponent(address).toLowerCase()
  } catch {
    return address.toLowerCase()
  }
}

/** Descriptions of the private texts in the response to a request that its sender may not read. */
export function foreignSecrets(
  text: string,
  { person: { sees }, path: address }: { person: Person; path: string },
  { secrets, sellers }: Seeded,
) {
  const found = new Set(
    text.match(/zq\d+secret\d+qz|\b7\d{9}\b|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w-]{43}/g),
  )
  return [...found]
    .filter((one) => secrets.has(one) && !sees.has(one) && !isPublicAt(address, one, sellers))
    .map((one) => secrets.get(one)!)
}

const counters = new Set([
  'migrations',
  'log_in_attempts',
  'limit_buckets',
  'page_changes',
  'post_views',
  // Written by triggers on posts, requests and saved searches, for a job, and by jobs.
  'job_leases',
  'posts_to_match',
  'wants',
  'words_to_count',
  'searchable_words',
  'searchable_letters',
])

/** A hash of each table's content; without migrations, counters for limits and pages, and what a job writes. */
export async function fingerprint(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db)
  const names = tables.map(({ name }) => name).filter((name) => !counters.has(name))
  const parts = names.map(
    (name) =>
      sql`(select md5(coalesce(string_agg(one::text, '|' order by one::text), '')) from ${sql.table(name)} one) as ${sql.ref(name)}`,
  )
  const { rows } = await sql<Record<string, string>>`select ${sql.join(parts)}`.execute(db)
  return rows[0]!
}

/** The names of the tables whose content changed. */
export const changesBetween = (before: Record<string, string>, after: Record<string, string>) =>
  Object.keys(before).filter((table) => before[table] !== after[table])
