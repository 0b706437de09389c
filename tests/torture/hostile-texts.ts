import { integer, pick, type Random } from './random.ts'

/** Takes effect in a page that contains it unescaped; `rawIn` looks for it. */
const markup = [
  '<puthi-x>',
  '"><puthi-x onload=1>',
  '</script><puthi-x>',
  '</title></textarea><puthi-x>',
  '<!--<puthi-x>',
  ']]><puthi-x>',
  '\u2028<puthi-x>',
  '" puthi-y="1',
  "' puthi-z='1",
]

const snippets = [
  ...markup,
  "'; drop table students; --",
  "' or '1'='1",
  '$1',
  '\\',
  "\\'",
  '%',
  '_',
  '*/',
  '--',
  ';',
  '{}',
  '{"a":1}',
  '[]',
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '|calc', // formulas that a spreadsheet runs
  '\r\nX-Puthi-Injected: 1\r\n\r\n',
  '\r\nSet-Cookie: a=b',
  '\n',
  '\r',
  '\r\n',
  '%0d%0aX-Puthi-Injected:%201',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'true',
  '[object Object]',
  '\0',
  '%00',
  '\u0001',
  '\u0008',
  '\u001b[31m',
  '\u007f',
  '\u0085',
  '\ufffe',
  '\uffff',
  '\ufeff',
  '\u202e',
  '\u2066',
  '\u2069',
  '\u200f',
  '\u200b',
  '\u00a0',
  '\u3000',
  '\u00ad',
  '\u0300'.repeat(20),
  '\ud800',
  '\udfff',
  '\ud83d',
  '\udc36\ud83d',
  '👩‍👩‍👧‍👦',
  '𝕻',
  '\u{10ffff}',
  'ﷺ',
  'ß',
  'İ',
  'অসমীয়া',
  'ক্ষ',
  'पुस्तक',
  'ৰ',
  '../../etc/passwd',
  '/etc/passwd\0.jpg',
  '//evil.example',
  '/.//evil.example',
  '/\\evil.example',
  '/%2e//evil.example',
  'https://evil.example',
  'javascript:puthi()',
  '\\\\evil',
  '&lt;puthi-w&gt;',
  '&#0;',
  '&amp;',
  '${puthi}',
  '{{puthi}}',
  '%s%n%x',
  '<%= 1 %>',
]

const numbers = [
  '0',
  '1',
  '9',
  '99',
  '100',
  '101',
  '-1',
  '+1',
  '1.',
  '.5',
  '250.50',
  '250.505',
  '1,250',
  '1,23,456',
  '12,34',
  '₹250',
  '₹ 1,250.5',
  '1000000',
  '1000000.01',
  '1000001',
  '1e3',
  '1e309',
  '0x10',
  '1_000',
  '٣٤',
  '１２３',
  '০১২',
  '½',
  'Infinity',
  '9999999999',
  '0000000000',
  '987654321',
  '98765432101',
  '+919876543210',
  '98765 43210',
  '781001',
  '081001',
  '7810011',
  '2000',
  '1999',
  '2025',
  '2026',
  '02024',
  '4294967296',
  '9007199254740993',
  '99999999999999999999',
  '007',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '01890a5d-ac96-774b-bcce-b302099a8057',
]

/** Texts that make regular expressions backtrack. */
const longTexts = [
  (size: number) => `a@${'.'.repeat(size)}@`,
  (size: number) => `a@${'a.'.repeat(size / 2)}`,
  (size: number) => `x${' '.repeat(size)}x`,
  (size: number) => `1${',111'.repeat(size / 4)}x`,
  (size: number) => `₹${' '.repeat(size)}`,
  (size: number) => '\u0300'.repeat(size / 2),
  (size: number) => 'ﷺ'.repeat(size / 3),
  (size: number) => `${'a'.repeat(size)}1!`,
  (size: number) => '<puthi-x>'.repeat(size / 9),
]

/** One of each long text, of about `size` characters. */
export const textsOf = (size: number) => longTexts.map((text) => text(size))

const lengths = [1, 5, 6, 7, 49, 50, 51, 199, 200, 201, 254, 255, 500, 501, 4_999, 5_000, 5_001]

/** One hostile text; `good` is a valid value of the field. */
export function hostileText(random: Random, good: string): string {
  const kind = random()
  if (kind < 0.25) {
    const at = integer(random, 0, good.length)
    return good.slice(0, at) + pick(random, snippets) + good.slice(random() < 0.8 ? at : at + 1)
  }
  if (kind < 0.5) return Array.from({ length: integer(random, 1, 4) }, () => pick(random, snippets)).join('')
  if (kind < 0.62) return randomLetters(random, integer(random, 0, 60))
  if (kind < 0.74) return pick(random, numbers)
  if (kind < 0.84) return ofLength(random, pick(random, lengths))
  if (kind < 0.99) return pick(random, [good, ` ${good}\t`, `${good}\r\n`, `\0${good}`, good.toUpperCase(), '', ' \n '])
  return pick(random, longTexts)(integer(random, 100, 6_000))
}

const alphabets = [
  [0x00, 0x7f],
  [0x80, 0x24f],
  [0x300, 0x36f],
  [0x590, 0x6ff],
  [0x900, 0x9ff],
  [0x2000, 0x206f],
  [0xd7f0, 0xe010],
  [0xfff0, 0xffff],
  [0x1f300, 0x1faff],
  [0xe0000, 0xe01ef],
]

function randomLetters(random: Random, count: number) {
  const letter = () => {
    const [from, to] = pick(random, alphabets)
    return String.fromCodePoint(integer(random, from!, to!))
  }
  return Array.from({ length: count }, letter).join('')
}

function ofLength(random: Random, length: number) {
  const text = pick(random, ['a', 'অ', '😀', '\u202e', 'a ', '<puthi-x>']).repeat(length).slice(0, length)
  return random() < 0.3 ? `  ${text}\r\n` : text
}

/** The first markup that a page contains unescaped. In scripts a single quote is harmless: it is inside a string. */
export function rawIn(html: string) {
  if (!/puthi-[xyz]/i.test(html)) return undefined
  const outsideScripts = html.replaceAll(/<script\b[^>]*>.*?<\/script>/gs, '')
  return /<\/?puthi-x/i.exec(html)?.[0] ?? /(?<!\\)" puthi-y/.exec(html)?.[0] ?? /' puthi-z/.exec(outsideScripts)?.[0]
}
