import { hostileText } from '../hostile-texts.ts'
import { pick, type Random } from '../random.ts'
import type { TriedForm } from '../tried-form.ts'

export type Pair = [name: string, value: string]

/** Fields that no form has: they must change nothing. */
export const foreignFields: Pair[] = [
  ...(['id', 'accountId', 'authorId', 'userId', 'sellerId', 'buyerId'].map((name) => [
    name,
    '01890a5d-ac96-774b-bcce-b302099a8057',
  ]) as Pair[]),
  ['postId', '01890a5d-ac96-774b-bcce-b302099a8057'],
  ['kind', 'course'],
  ['role', 'admin'],
  ['isAdmin', '1'],
  ['pricePaise', '1'],
  ['originalPricePaise', '1'],
  ['passwordHash', 'none'],
  ['createdAt', '2000-01-01'],
  ['__proto__', 'x'],
  ['__proto__[role]', 'admin'],
  ['constructor', 'x'],
  ['toString', 'x'],
  ['<puthi-x>', '<puthi-x>'],
]

interface Case {
  pairs: Pair[]
  /** The values that the server must read: of several pairs with one name, the first. */
  typed: Record<string, string>
}

export function caseFor(random: Random, { fields }: TriedForm, field: string, good: Record<string, string>): Case {
  const value = hostileText(random, good[field] ?? '')
  const pairs = Object.entries(good).filter(([name]) => name !== field)
  const isLeftOut = random() < 0.03
  if (!isLeftOut) pairs.push([field, value])
  if (!isLeftOut && random() < 0.05) pairs.push([field, hostileText(random, '')])
  if (random() < 0.2) {
    const foreign = pick(random, foreignFields)
    if (!(foreign[0] in fields)) pairs.splice(Math.floor(random() * pairs.length), 0, foreign)
  }
  return { pairs, typed: Object.fromEntries(pairs.toReversed()) }
}

export const encoded = (pairs: Pair[]) => new URLSearchParams(pairs).toString()
