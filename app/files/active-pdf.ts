import { constants, inflateSync } from 'node:zlib'

/** White space and comments may stand between any two tokens. */
const gap = String.raw`(?:[\0\s]|%[^\r\n]*[\r\n])*`
const reference = String.raw`\d+${gap}\d+${gap}R`

/** A name as PDF allows it to be written: any letter may be its code. */
function nameOf(text: string) {
  const letters = text.split('').map((letter) => `(?:${letter}|#${letter.charCodeAt(0).toString(16)})`)
  return String.raw`/${letters.join('')}(?![^\0\s()<>[\]{}/%])`
}

const anyOf = (...names: string[]) => `(?:${names.map(nameOf).join('|')})`

/** Actions that run a script or a program, send or fetch data, or open another file. Links to a page or a site do not. */
const actions = anyOf('JavaScript', 'Launch', 'SubmitForm', 'ImportData', 'Rendition', 'RichMediaExecute', 'GoToE')

/** Case matters in names, though not in the codes of their letters; no other name differs from these by case alone. */
const active = new RegExp(
  [
    `${nameOf('S')}${gap}${actions}`,
    `obj${gap}${actions}`, // the kind of an action, where that refers to it
    `${nameOf('JavaScript')}${gap}(?:${reference}|<<)`, // scripts that run when the file is opened
    `${nameOf('XFA')}${gap}(?:${reference}|\\[)`, // forms that bring scripts of their own
    `${nameOf('OpenAction')}${gap}<<[^>]{0,1000}${nameOf('S')}${gap}${nameOf('URI')}`, // goes to a site unasked
  ].join('|'),
  'i',
)

const objectStream = new RegExp(anyOf('ObjStm', 'First'))
const onlyFlate = new RegExp(`${nameOf('Filter')}${gap}(?:\\[${gap})?${nameOf('FlateDecode')}`)
const otherCoding = new RegExp(
  anyOf(
    'Predictor',
    'ASCIIHexDecode',
    'AHx',
    'ASCII85Decode',
    'A85',
    'LZWDecode',
    'LZW',
    'RunLengthDecode',
    'RL',
    'Crypt',
  ),
)
const encrypted = new RegExp(`${nameOf('Encrypt')}${gap}(?:${reference}|<<)`)

const unpackedMax = 64 * 1024 * 1024

/**
 * Whether a PDF does something by itself, or by a click that is no link. All objects are looked through, wherever they
 * are used: those that stand in the file as they are, and those packed into object streams. An object stream that cannot be
 * looked into, because it is encrypted or packed in a way that programs do not use, counts as active.
 */
export function isActive(bytes: Buffer) {
  const text = bytes.toString('latin1')
  if (active.test(text)) return true
  const isEncrypted = encrypted.test(text)
  let unpacked = 0
  let before = 0
  for (const { index, 0: keyword } of text.matchAll(/(?<!end)stream\r?\n/g)) {
    const between = text.slice(before, index)
    before = index + keyword.length
    if (!objectStream.test(between)) continue
    const own = between.slice(between.lastIndexOf('obj'))
    const isPacked = objectStream.test(own) && new RegExp(nameOf('Filter')).test(own)
    if (isPacked && (isEncrypted || otherCoding.test(own) || !onlyFlate.test(own))) return true
    const objects = unpack(bytes.subarray(before))
    unpacked += objects?.length ?? 0
    if (objects ? active.test(objects.toString('latin1')) || unpacked > unpackedMax : isPacked) return true
  }
  return false
}

/** To where the packed data ends by itself; null if it is none, or too much. */
function unpack(data: Buffer) {
  try {
    return inflateSync(data, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: unpackedMax })
  } catch {
    return null
  }
}
