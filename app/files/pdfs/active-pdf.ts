import { constants, inflateSync } from 'node:zlib'

/** White space and comments are allowed between any two tokens. */
const gap = String.raw`(?:[\0\s]|%[^\r\n]*[\r\n])*`
const reference = String.raw`\d+${gap}\d+${gap}R`

/** Pattern for a PDF name, in which any letter may be written as its hex code (`#4a`). */
function nameOf(text: string) {
  const letters = text.split('').map((letter) => `(?:${letter}|#${letter.charCodeAt(0).toString(16)})`)
  return String.raw`/${letters.join('')}(?![^\0\s()<>[\]{}/%])`
}

const anyOf = (...names: string[]) => `(?:${names.map(nameOf).join('|')})`

/** Actions that run a script or program, send or fetch data, or open another file. Plain links are not among them. */
const actions = anyOf('JavaScript', 'Launch', 'SubmitForm', 'ImportData', 'Rendition', 'RichMediaExecute', 'GoToE')

/** Case-insensitive because hex codes are; no other PDF name differs from these by case alone. */
const active = new RegExp(
  [
    `${nameOf('S')}${gap}${actions}`,
    `obj${gap}${actions}`, // an action type stored as an object of its own
    `${nameOf('JavaScript')}${gap}(?:${reference}|<<)`, // scripts that run when the file is opened
    `${nameOf('XFA')}${gap}(?:${reference}|\\[)`, // forms with scripts of their own
    `${nameOf('OpenAction')}${gap}<<[^>]{0,1000}${nameOf('S')}${gap}${nameOf('URI')}`, // opens a site by itself
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

const unpackedMaxBytes = 64 * 1024 * 1024

/**
 * Whether a PDF runs something when it is opened or clicked, other than a link. Scans all objects, used or not: those
 * in the file itself and those compressed into object streams. An object stream that cannot be scanned, because it is
 * encrypted or compressed in an unusual way, counts as active.
 */
export function isActive(bytes: Buffer) {
  const text = bytes.toString('latin1')
  if (active.test(text)) return true
  let unpackedBytes = 0
  let streamStart = 0
  for (const { index, 0: keyword } of text.matchAll(/(?<!end)stream\r?\n/g)) {
    const between = text.slice(streamStart, index)
    streamStart = index + keyword.length
    if (!objectStream.test(between)) continue
    const own = between.slice(between.lastIndexOf('obj'))
    const isPacked = objectStream.test(own) && new RegExp(nameOf('Filter')).test(own)
    if (isPacked && (otherCoding.test(own) || !onlyFlate.test(own))) return true
    const objects = unpack(bytes.subarray(streamStart))
    unpackedBytes += objects?.length ?? 0
    if (objects ? active.test(objects.toString('latin1')) || unpackedBytes > unpackedMaxBytes : isPacked) return true
  }
  return false
}

/** Inflates up to the end of the deflate stream; null if it is none, or too large. */
function unpack(data: Buffer) {
  try {
    return inflateSync(data, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: unpackedMaxBytes })
  } catch {
    return null
  }
}
