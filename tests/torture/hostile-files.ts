import { constants, crc32, deflateRawSync } from 'node:zlib'

import sharp from 'sharp'

import type { FileProblem } from '#app/files/file-rules.ts'
import { assemble, catalog, pageTree, stream } from '#app/files/pdfs/assemble-pdf.ts'

import {
  activePdfs,
  deepPages,
  endlessPages,
  encryptedPdf,
  encryptedLaunch,
  lockedPdf,
  passivePdfs,
  pdf,
  pdfSaying,
  unpackingBomb,
} from '../support/pdfs.ts'
import { blackPng, jpeg, png, twoColours } from '../support/pictures.ts'

export interface HostileFile {
  what: string
  /** The file name that the client sends. */
  name: string
  as: 'picture' | 'pdf'
  make: () => Buffer | Promise<Buffer>
  answer: 'kept' | FileProblem
}

/** Marks metadata and hidden content, which no served picture may contain. */
export const secret = 'puthi-secret'

const html = `<!doctype html><script>/* ${secret} */ alert(document.domain)</script>`
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`
const entityBomb = `<!DOCTYPE svg [<!ENTITY a "${'lol'.repeat(20)}">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n} "${`&a${n || ''};`.repeat(9)}">`).join('')}]><svg>&a8;</svg>`
/** The harmless test file that every virus scanner detects. Split, so that none detects it in this source file. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('')

const text = (content: string) => () => Buffer.from(content, 'latin1')
const join = (...parts: (Buffer | string)[]) => Buffer.concat(parts.map((one) => Buffer.from(one as string, 'latin1')))
const part = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share))

function zip() {
  const [name, content] = [Buffer.from('evil.html'), Buffer.from(html)]
  const [packed, sum] = [deflateRawSync(content), crc32(content)]
  const sizes = Buffer.alloc(12)
  for (const [n, value] of [sum, packed.length, content.length].entries()) sizes.writeUInt32LE(value, n * 4)
  const head = join(sizes, Buffer.from([name.length, 0, 0, 0]))
  const local = join('PK\x03\x04\x14\0\0\0\x08\0\0\0\0\0', head, name, packed)
  const central = join('PK\x01\x02\x14\0\x14\0\0\0\x08\0\0\0\0\0', head, Buffer.alloc(14), name)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, central, end])
}

/** Inserts a segment into a JPEG, after the start-of-image marker. */
function withSegment(picture: Buffer, mark: number, content: Buffer) {
  const head = Buffer.from([0xff, mark, (content.length + 2) >> 8, (content.length + 2) & 255])
  return Buffer.concat([picture.subarray(0, 2), head, content, picture.subarray(2)])
}

/** Replaces the size in a JPEG's frame header. */
function withSize(picture: Buffer, width: number, height: number) {
  const claimed = Buffer.from(picture)
  const at = [0xc0, 0xc2].map((mark) => claimed.indexOf(Buffer.from([0xff, mark]))).find((place) => place > 0)!
  claimed.writeUInt16BE(height, at + 5)
  claimed.writeUInt16BE(width, at + 7)
  return claimed
}

function chunk(type: string, content: Buffer) {
  const body = join(type, content)
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const pngHeadEnd = pngStart.length + 25

/** Inserts chunks into a PNG, after its header. */
const withChunks = (picture: Buffer, ...chunks: Buffer[]) =>
  Buffer.concat([picture.subarray(0, pngHeadEnd), ...chunks, picture.subarray(pngHeadEnd)])

function pngHead(
  width: number,
  height: number,
  [bits, colour, interlace]: [bits: number, colour: number, interlace: number],
) {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([bits, colour, 0, 0, interlace], 8)
  return Buffer.concat([pngStart, chunk('IHDR', head)])
}

/** A PNG whose image data are `zeros` zero bytes, whatever size its header declares. */
function zerosPng(
  width: number,
  height: number,
  how: [bits: number, colour: number, interlace: number],
  zeros: number,
) {
  return Buffer.concat([pngHead(width, height, how), chunk('IDAT', packedZeros(zeros)), chunk('IEND', Buffer.alloc(0))])
}

/** Zeros compressed as by deflateSync, but faster: every megabyte reuses the same compressed bytes. */
function packedZeros(count: number) {
  const packed = (zeros: number) => deflateRawSync(Buffer.alloc(zeros), { finishFlush: constants.Z_FULL_FLUSH })
  const whole = Math.floor(count / 1_048_576)
  const megabyte = packed(1_048_576)
  const sum = Buffer.from([0, 0, 0, 1])
  sum.writeUInt16BE(count % 65_521, 0)
  return Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...Array.from({ length: whole }, () => megabyte),
    packed(count % 1_048_576),
    deflateRawSync(Buffer.alloc(0)),
    sum,
  ])
}

const zerosPacked = (megabytes: number) => packedZeros(megabytes * 1_048_576)

function gif(width: number, height: number, frames: number, start = 'GIF89a') {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(height, 2)
  const frame = join('\x21\xf9\x04\0\0\0\0\0', '\x2c\0\0\0\0\x01\0\x01\0\0', '\x02\x02\x44\x01\0')
  return Buffer.concat([
    join(start, size, '\x80\0\0\0\0\0\xff\xff\xff'),
    ...Array.from({ length: frames }, () => frame),
    join('\x3b'),
  ])
}

function webp(width: number, height: number, frames: number) {
  const size = (value: number) => Buffer.from([(value - 1) & 255, ((value - 1) >> 8) & 255, ((value - 1) >> 16) & 255])
  const riff = (type: string, content: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(content.length)
    return join(type, length, content, content.length % 2 ? '\0' : '')
  }
  const frame = riff(
    'ANMF',
    join('\0\0\0\0\0\0', size(width), size(height), '\0\0\0\0', riff('VP8L', join('\x2f\0\0\0\0\0'))),
  )
  const content = join(
    'WEBP',
    riff('VP8X', join('\x02\0\0\0', size(width), size(height))),
    riff('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => frame),
  )
  return riff('RIFF', content)
}

/** A small progressive JPEG with many scans: a decoder has to go through all pixels for each of them. */
function manyScans(width: number, height: number, scans: number) {
  const segment = (mark: number, content: number[]) =>
    Buffer.from([0xff, mark, (content.length + 2) >> 8, (content.length + 2) & 255, ...content])
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  const oneCode = (table: number, symbol: number) =>
    segment(0xc4, [table, 1, ...Array.from({ length: 15 }, () => 0), symbol])
  // In the first scan every block takes one zero bit; in the others fifteen bits encode a run of 32,767 empty blocks.
  const first = Buffer.alloc(Math.ceil(blocks / 8))
  const runs = Math.ceil(blocks / 32_767)
  const bits = `${'0'.repeat(1)}${'1'.repeat(14)}`.repeat(runs).padEnd(Math.ceil((runs * 15) / 8) * 8, '1')
  const empty = Buffer.from(
    (bits.match(/.{8}/g) ?? []).flatMap((byte) => (byte === '11111111' ? [255, 0] : [Number.parseInt(byte, 2)])),
  )
  const scan = (from: number, to: number) => segment(0xda, [1, 1, 0, from, to, 0])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    segment(0xc2, [8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]),
    oneCode(0x00, 0),
    oneCode(0x10, 0xe0),
    Buffer.concat([scan(0, 0), first]),
    ...Array.from({ length: scans }, () => Buffer.concat([scan(1, 63), empty])),
    Buffer.from([0xff, 0xd9]),
  ])
}

const photograph = () =>
  twoColours(400, 300)
    .withExifMerge({
      IFD0: { Make: secret, Copyright: secret },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '26/1 8/1 0/1' },
    })
    .jpeg()
    .toBuffer()

const wrong = (
  what: string,
  name: string,
  make: HostileFile['make'],
  answer: FileProblem = 'not a picture',
): HostileFile => ({
  what,
  name,
  as: 'picture',
  make,
  answer,
})
const kept = (what: string, name: string, make: HostileFile['make']): HostileFile => ({
  what,
  name,
  as: 'picture',
  make,
  answer: 'kept',
})

const pictures: HostileFile[] = [
  wrong('SVG as JPG', 'a.jpg', text(svg)),
  wrong('SVG as PNG', 'a.png', text(`<?xml version="1.0"?>${svg}`)),
  wrong('SVG of endless entities', 'a.jpg', text(entityBomb)),
  wrong('HTML as JPG', 'a.jpg', text(html)),
  wrong('HTML after the first bytes of a JPEG', 'a.jpg', () => join('\xff\xd8\xff', html)),
  wrong('HTML after the first bytes of a PNG', 'a.png', () => join(pngStart, html)),
  wrong('GIF that is a script', 'a.jpg', () => join(gif(0x2f2a, 1, 1), '*/=1;alert(1)//')),
  wrong('GIF of 65,535 pixels each way', 'a.gif', () => gif(65_535, 65_535, 1)),
  wrong('GIF of 20,000 frames', 'a.png', () => gif(1, 1, 20_000)),
  wrong('WebP of 16,384 pixels each way', 'a.webp', () => webp(16_384, 16_384, 1)),
  wrong('WebP of 5,000 frames', 'a.jpg', () => webp(100, 100, 5_000)),
  wrong('PNG of 256 megapixels', 'a.png', () => blackPng(16_000, 16_000), 'too many pixels'),
  wrong(
    'PNG that claims 100,000 pixels each way',
    'a.png',
    () => zerosPng(100_000, 100_000, [8, 2, 0], 10),
    'too many pixels',
  ),
  wrong('PNG that claims two thousand million pixels each way', 'a.png', () =>
    zerosPng(0x7fff_ffff, 0x7fff_ffff, [8, 2, 0], 10),
  ),
  wrong('PNG without a width', 'a.png', () => zerosPng(0, 10, [8, 2, 0], 10)),
  wrong(
    'JPEG that claims 65,500 pixels each way',
    'a.jpg',
    async () => withSize(await jpeg(), 65_500, 65_500),
    'too many pixels',
  ),
  wrong(
    'JPEG of a pixel more than 40 megapixels',
    'a.jpg',
    async () => withSize(await jpeg(), 40_001, 1_000),
    'too many pixels',
  ),
  wrong('PNG of one pixel by 40,000,000', 'a.png', () => blackPng(1, 40_000_000), 'side too long'),
  wrong('PNG of 12,001 pixels by one', 'a.png', () => blackPng(12_001, 1), 'side too long'),
  wrong('JPEG of 65,500 pixels by 600', 'a.jpg', async () => withSize(await jpeg(), 65_500, 600), 'side too long'),
  wrong('JPEG of 40 megapixels in 100 scans', 'a.jpg', () => manyScans(8_000, 5_000, 99)),
  wrong(
    'PNG of 40 megapixels and 16 bits, in turns',
    'a.png',
    () => zerosPng(8_000, 5_000, [16, 2, 1], 241_000_000),
    'too many pixels',
  ),
  wrong('PNG cut off in its head', 'a.png', async () => (await png()).subarray(0, 20)),
  wrong('PNG cut off after its head', 'a.png', async () => (await png()).subarray(0, pngHeadEnd)),
  wrong('PNG cut off in its middle', 'a.png', async () => part(await png(), 0.5)),
  wrong('JPEG cut off in its head', 'a.jpg', async () => (await jpeg()).subarray(0, 60)),
  wrong('JPEG cut off in its middle', 'a.jpg', async () => part(await jpeg(), 0.5)),
  wrong('JPEG cut off near its end', 'a.jpg', async () => part(await jpeg(), 0.9)),
  wrong('first mark of a JPEG', 'a.jpg', () => Buffer.from([0xff, 0xd8, 0xff])),
  wrong('first mark of a PNG', 'a.png', () => pngStart),
  wrong('PNG whose sums are wrong', 'a.png', async () => {
    const spoilt = Buffer.from(await png())
    spoilt.fill(0, 30, 33)
    return spoilt
  }),
  wrong('zip as JPG', 'a.jpg', zip),
  wrong('EICAR as JPG', 'a.jpg', text(eicar)),
  wrong('program as JPG', 'a.jpg', text(`MZ\x90\0${'\0'.repeat(500)}PE\0\0`)),
  wrong('script of a shell as PNG', 'a.png', text('#!/bin/sh\nrm -rf /\n')),
  wrong(
    'drawing commands as JPG',
    'a.jpg',
    text('push graphic-context\nfill \'url(https://evil.example/"|ls")\'\npop graphic-context'),
  ),
  wrong('TIFF as JPG', 'a.jpg', () => twoColours(40, 30).tiff().toBuffer()),
  wrong('AVIF as JPG', 'a.jpg', text(`\0\0\0\x1cftypavif\0\0\0\0avifmif1${'\0'.repeat(100)}`)),
  wrong('PDF as JPG', 'a.jpg', () => pdf()),
  wrong('11 MB', 'a.jpg', async () => join(await jpeg(), Buffer.alloc(11 * 1_048_576)), 'too large'),
  kept('JPEG that is a zip as well', 'a.jpg', async () => join(await jpeg(), zip())),
  kept('JPEG that is a page as well', 'a.jpg', async () => withSegment(await jpeg(), 0xfe, Buffer.from(html))),
  kept('JPEG with PHP in its comment', 'a.php.jpg', async () =>
    withSegment(await jpeg(), 0xfe, Buffer.from(`<?php /* ${secret} */ system($_GET[0]); ?>`)),
  ),
  kept('JPEG with another picture behind it', 'a.jpg', async () => join(await jpeg(), await photograph())),
  kept('JPEG with 60 segments of 64 kB', 'a.jpg', async () =>
    Array.from({ length: 60 }, () => Buffer.from(secret.repeat(5_000))).reduce(
      (one, content) => withSegment(one, 0xe9, content),
      await jpeg(),
    ),
  ),
  kept('JPEG with a position', 'a.jpg', photograph),
  kept('JPEG with XMP', 'a.jpg', () =>
    twoColours(400, 300).withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${secret}</x:xmpmeta>`).jpeg().toBuffer(),
  ),
  kept('JPEG with IPTC', 'a.jpg', async () =>
    withSegment(await jpeg(), 0xed, Buffer.from(`Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x10${secret}`, 'latin1')),
  ),
  kept('JPEG with a profile that holds text', 'a.jpg', async () =>
    withSegment(await jpeg(), 0xe2, Buffer.from(`ICC_PROFILE\0\x01\x01${secret.repeat(20)}`, 'latin1')),
  ),
  kept('JPEG of print colours', 'a.jpg', () => twoColours(400, 300).toColourspace('cmyk').jpeg().toBuffer()),
  kept('PNG with a page in its text', 'a.png', async () =>
    withChunks(await png(), chunk('tEXt', Buffer.from(`Comment\0${html}`))),
  ),
  kept('PNG with a position', 'a.png', async () =>
    withChunks(await png(), chunk('eXIf', Buffer.from(`MM\0*\0\0\0\x08\0\0${secret}`))),
  ),
  kept('PNG with a page behind it', 'a.png', async () => join(await png(), html)),
  kept('PNG with text of 200 MB, packed', 'a.png', async () =>
    withChunks(await png(), chunk('zTXt', join('a\0\0', zerosPacked(200)))),
  ),
  kept('PNG with a profile of 200 MB, packed', 'a.png', async () =>
    withChunks(await png(), chunk('iCCP', join('a\0\0', zerosPacked(200)))),
  ),
  kept('PNG of 16 bits', 'a.png', () => twoColours(400, 300).toColourspace('rgb16').png().toBuffer()),
  kept('PNG of 16 bits, grey and clear', 'a.png', () =>
    sharp({ create: { width: 400, height: 300, channels: 4, background: '#0008' } })
      .toColourspace('grey16')
      .png()
      .toBuffer(),
  ),
  kept('PNG of 16 frames', 'a.png', async () =>
    withChunks(
      await png(),
      chunk('acTL', Buffer.from([0, 0, 0, 16, 0, 0, 0, 0])),
      ...Array.from({ length: 16 }, (_, n) => chunk('fdAT', Buffer.from([0, 0, 0, n]))),
    ),
  ),
  // Cameras leave such files if the memory card is pulled too early: the missing rows are grey, which is harmless.
  kept('JPEG that claims more rows than it has', 'a.jpg', async () => withSize(await jpeg(), 800, 6_000)),
  kept('PNG of 10 pixels and 300 MB of zeros', 'a.png', () => zerosPng(10, 10, [8, 2, 0], 300 * 1_048_576)),
  kept('JPEG of 40 megapixels in 40 scans', 'a.jpg', () => manyScans(8_000, 5_000, 39)),
  kept('PNG of 10 megapixels and 16 bits, in turns', 'a.png', () => zerosPng(4_000, 2_500, [16, 2, 1], 61_000_000)),
  kept('PNG of 40 megapixels', 'a.png', () => blackPng(8_000, 5_000)),
]

const deviceNames: [what: string, name: string][] = [
  ['that leads out of the folder', '../../../etc/passwd'],
  ['that leads out of the folder on Windows', '..\\..\\Windows\\win.ini'],
  ['with a NUL', 'a.php\0.jpg'],
  ['that reads from right to left', 'photo\u202egpj.exe'],
  ['of 300 characters', `${'a'.repeat(296)}.jpg`],
  ['of 300 characters of three bytes', 'অ'.repeat(300)],
  ['of a device', 'CON'],
  ['of a device with an ending', 'NUL.jpg'],
  ['of a port', 'COM1.png'],
  ['of a server’s settings', '.htaccess'],
  ['of a program', 'a.jpg.exe'],
  ['with markup', '"><puthi-x>.jpg'],
  ['with a header', 'a\r\nX-Puthi-Injected: 1\r\n.jpg'],
  ['of nothing but spaces', '   '],
  ['of an address', 'https://evil.example/a.jpg?b#c'],
]
const names = deviceNames.map(([what, name]) => kept(`name ${what}`, name, () => jpeg(40, 30)))

const wrongPdf = (what: string, make: HostileFile['make'], answer: FileProblem = 'not a pdf'): HostileFile => ({
  what,
  name: 'a.pdf',
  as: 'pdf',
  make,
  answer,
})
const keptPdf = (what: string, make: HostileFile['make'], name = 'a.pdf'): HostileFile => ({
  what,
  name,
  as: 'pdf',
  make,
  answer: 'kept',
})

const pdfs: HostileFile[] = [
  ...activePdfs.map(({ what, make }) => wrongPdf(`PDF that ${what}`, make, 'active pdf')),
  ...passivePdfs.map(({ what, make }) => keptPdf(`PDF that ${what}`, make)),
  keptPdf('PDF with a file in it', () =>
    pdfSaying(
      '/Names << /EmbeddedFiles << /Names [(a.exe) << /Type /Filespec /F (a.exe) /EF << /F 4 0 R >> >>] >> >>',
      stream(Buffer.from('MZ'), '/Type /EmbeddedFile'),
    ),
  ),
  keptPdf('PDF that is a page as well', () => join(`${html}<!--\n`, pdf(), '%-->')),
  keptPdf('PDF that is a zip as well', () => join(pdf(), zip(), '\n%%EOF\n')),
  keptPdf('PDF of 10,000 pages', () => pdf({ pages: 10_000 })),
  keptPdf('PDF that claims three thousand million pages', () =>
    assemble([catalog, pageTree('3 0 R', 3_000_000_000), '<< /Type /Page /Parent 2 0 R >>']),
  ),
  keptPdf('PDF locked against changes', () => lockedPdf('changes')),
  keptPdf('name of a PDF that leads out of the folder', () => pdf(), '../../../etc/passwd'),
  keptPdf('name of a PDF that reads from right to left', () => pdf(), 'notes\u202efdp.exe'),
  keptPdf('name of a PDF with a header', () => pdf(), 'a"\r\nX-Puthi-Injected: 1'),
  keptPdf('PDF that is encrypted, without a password', () => encryptedPdf()),
  wrongPdf('PDF that starts a program, encrypted', encryptedLaunch, 'active pdf'),
  wrongPdf('PDF behind a password', () => lockedPdf('reading'), 'pdf with password'),
  wrongPdf('PDF without pages', () => pdf({ pages: 0 })),
  wrongPdf('PDF whose pages are their own parents', () => assemble([catalog, pageTree('2 0 R', 3)])),
  wrongPdf('PDF whose pages go in a circle', () => assemble([catalog, pageTree('3 0 R', 3), pageTree('2 0 R', 3)])),
  wrongPdf('PDF of endless pages', endlessPages),
  wrongPdf('PDF of pages 200,000 deep', deepPages),
  wrongPdf('PDF of fewer pages than none', () => assemble([catalog, pageTree('', -5)])),
  wrongPdf('PDF of nested lists', () => assemble([`<< /Type /Catalog /Pages ${'['.repeat(200_000)} >>`])),
  wrongPdf('PDF of nested tables', () => assemble([`<< /Type /Catalog /Pages ${'<< /A '.repeat(100_000)} >>`])),
  wrongPdf('PDF that unpacks to two gigabytes', unpackingBomb),
  wrongPdf('PDF cut off in its middle', () => part(pdf({ pages: 20 }), 0.5)),
  wrongPdf('PDF cut off before its end', () => part(pdf({ pages: 20 }), 0.98)),
  wrongPdf('HTML as PDF', () => join(html, '<!-- %PDF-1.7 %%EOF -->')),
  wrongPdf('zip as PDF', zip),
  wrongPdf('EICAR as PDF', text(`%PDF-${eicar}%%EOF`)),
  wrongPdf('picture as PDF', () => jpeg(40, 30)),
  wrongPdf('26 MB', () => pdf({ noise: 26 * 1_048_576 }), 'pdf too large'),
]

export const hostileFiles = [...pictures, ...names, ...pdfs]
