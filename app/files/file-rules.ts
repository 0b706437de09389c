import { waitText } from '#app/limits/wait-rules.ts'

/** Storage folders for pictures: `images` for posts, `Bookstores` for stores. */
export const pictureFolders = ['images', 'Bookstores'] as const
export type PictureFolder = (typeof pictureFolders)[number]
export const pdfFolder = 'uploads'
/** Drawn by the server; nobody uploads to it. */
export const previewFolder = 'previews'
/** Copies of PDFs that were bought, made by the server, too. */
export const copyFolder = 'copies'
/** The only folder that visitors may upload to: a store's sign-up has a picture. */
export const visitorsFolder: PictureFolder = 'Bookstores'
export type FileFolder = PictureFolder | typeof pdfFolder
export type StorageFolder = FileFolder | typeof previewFolder | typeof copyFolder

export const pictureMaxBytes = 10 * 1024 * 1024
export const pictureMaxPixels = 40_000_000
/** Decoding cost grows with the number of rows, too: one column of millions of rows would take half a minute. */
const pictureMaxSide = 12_000
/** Stored pictures are scaled down to fit a square with this side. */
export const pictureSide = 1024
/** Widths of the smaller renditions, for cards and phones. */
export const pictureWidths = [160, 320, 640] as const
/** For the `accept` attribute only: the server decides by the file's bytes. */
export const pictureAccept = 'image/jpeg,image/png'

/** Null if the size is fine. `weight`: how much more work a pixel is than one of 8 bits per channel. */
export function pictureSizeProblem({ width, height }: { width: number; height: number }, weight = 1) {
  if (width * height * weight > pictureMaxPixels) return 'too many pixels'
  return Math.max(width, height) > pictureMaxSide ? 'side too long' : null
}

/** Looks at the magic bytes, not at the file's name or declared type. */
export function isJpegOrPng(start: Uint8Array) {
  const startsWith = (...bytes: number[]) => bytes.every((byte, at) => start[at] === byte)
  return startsWith(0xff, 0xd8, 0xff) || startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
}

export const pdfMaxBytes = 25 * 1024 * 1024
export const pdfAccept = 'application/pdf,.pdf'

export type PictureProblem = 'too large' | 'too many pixels' | 'side too long' | 'not a picture'
export type PdfProblem = 'pdf too large' | 'not a pdf' | 'active pdf' | 'pdf with password'
export type FileProblem = PictureProblem | PdfProblem
/** The daily upload quota is used up. */
export interface TooMuch {
  waitSeconds: number
}

const gigabyte = 1024 ** 3

/**
 * Daily upload quotas. A person's fits a store that lists 100 books with 5 unshrunk pictures each, or 50 notes of two
 * 20 MB PDFs. An address gets more: a school shares one.
 */
export const uploadsPerDay = {
  ofPerson: { files: 1_000, maxBytes: 2 * gigabyte },
  ofAddress: { files: 10_000, maxBytes: 20 * gigabyte },
  ofVisitors: { files: 100, maxBytes: gigabyte / 2 },
}

const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`

const problemTexts = {
  'too large': `The picture is too large: ${megabytes(pictureMaxBytes)} at most`,
  'too many pixels': `The picture has too many pixels: ${pictureMaxPixels / 1_000_000} megapixels at most`,
  'side too long': `A side of the picture is too long: ${pictureMaxSide.toLocaleString('en')} pixels at most`,
  'pdf too large': `The PDF is too large: ${megabytes(pdfMaxBytes)} at most`,
  'active pdf': 'This PDF runs something by itself, or cannot be looked into. Print it to a plain PDF and upload that.',
  'pdf with password': 'This PDF asks for a password. Save it without one and upload that.',
}

/** Each page words "not a picture" and "not a PDF" itself. */
export interface OwnWords {
  notAPicture?: string
  notAPdf?: string
}

export function fileProblemText(problem: FileProblem | TooMuch, { notAPicture = '', notAPdf = '' }: OwnWords) {
  if (typeof problem === 'object') return `That is more than may be uploaded in a day. ${waitText(problem.waitSeconds)}`
  if (problem === 'not a picture') return notAPicture
  return problem === 'not a pdf' ? notAPdf : problemTexts[problem]
}

/** How long an uploaded file stays pending before the sweep removes it, unless a form takes it. */
export const pendingMs = 60 * 60_000

/** Longest time for one upload, even if data keeps arriving. */
export const uploadMaxMs = 10 * 60_000

export const pictureUploadPath = '/uploads/picture'
export const pdfUploadPath = '/uploads/pdf'

interface FormFiles {
  pictures?: number
  pdfs?: number
}

/** More than the files may have: a form with too large a file is read to its end, to be answered in words. */
export const formMaxBytes = ({ pictures = 0, pdfs = 0 }: FormFiles) =>
  pictures * 3 * pictureMaxBytes + pdfs * 2 * pdfMaxBytes + 256 * 1024

/** The sender's file name, as far as the key preserves it. */
export const fileNameOf = (key: string) => key.replace(/^.*_[0-9a-f]{32}_/, '')
