import { waitText } from '../platform/wait-rules.ts'

/** The folders of the storage that hold pictures: of what is for sale, and of stores. */
export const pictureFolders = ['images', 'Bookstores'] as const
export type PictureFolder = (typeof pictureFolders)[number]
/** The one that holds PDFs. */
export const pdfFolder = 'uploads'
/** All that is sent by who is not signed in: the picture of a store that signs up. */
export const visitorsFolder: PictureFolder = 'Bookstores'
export type FileFolder = PictureFolder | typeof pdfFolder

export const pictureMaxBytes = 10 * 1024 * 1024
export const pictureMaxPixels = 40_000_000
/** Rows cost as much as pixels do: a picture of one column and millions of rows would take half a minute. */
const pictureMaxSide = 12_000
/** A picture is kept so small that it fits into a square of this side. */
export const pictureSide = 1024
/** Widths of the small ones, for cards and phones. */
export const pictureWidths = [160, 320, 640] as const
/** What a file input offers to choose; what a file is, its bytes say. */
export const pictureAccept = 'image/jpeg,image/png'

/** What is wrong with the size of a picture, if anything; `weight` is how much more work a pixel is than usual. */
export function pictureSizeProblem({ width, height }: { width: number; height: number }, weight = 1) {
  if (width * height * weight > pictureMaxPixels) return 'too many pixels'
  return Math.max(width, height) > pictureMaxSide ? 'side too long' : null
}

/** What the first bytes say, whatever the name and the declared type. */
export function isJpegOrPng(start: Uint8Array) {
  const startsWith = (...bytes: number[]) => bytes.every((byte, at) => start[at] === byte)
  return startsWith(0xff, 0xd8, 0xff) || startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
}

export const pdfMaxBytes = 25 * 1024 * 1024
export const pdfAccept = 'application/pdf,.pdf'

export type PictureProblem = 'too large' | 'too many pixels' | 'side too long' | 'not a picture'
/** One behind a password is none. */
export type PdfProblem = 'pdf too large' | 'not a pdf' | 'active pdf'
export type FileProblem = PictureProblem | PdfProblem
/** More than fits in a day. */
export interface TooMuch {
  waitSeconds: number
}

const gigabyte = 1024 ** 3

/**
 * What may be sent in a day. A store that lists 100 books with 5 pictures each, from a phone that does not make them
 * smaller, fits in, and so do 50 notes of two PDFs of 20 MB. Of an address more: a school shares one.
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
  'active pdf': 'This PDF runs something by itself, or is locked. Print it to a plain PDF and upload that.',
}

/** That a file is no picture or no PDF, each screen says in its own words. */
export interface OwnWords {
  notAPicture?: string
  notAPdf?: string
}

/** What is wrong with a file, for people. */
export function fileProblemText(problem: FileProblem | TooMuch, { notAPicture = '', notAPdf = '' }: OwnWords) {
  if (typeof problem === 'object') return `That is more than may be uploaded in a day. ${waitText(problem.waitSeconds)}`
  if (problem === 'not a picture') return notAPicture
  return problem === 'not a pdf' ? notAPdf : problemTexts[problem]
}

/** How long a chosen file waits for the form it was chosen in. */
export const pendingMs = 60 * 60_000

/** A file may be on its way for so long, as long as it keeps coming. */
export const uploadMaxMs = 10 * 60_000

export const pictureUploadPath = '/uploads/picture'
export const pdfUploadPath = '/uploads/pdf'

interface FormFiles {
  pictures?: number
  pdfs?: number
}

/** The forms that carry files themselves where there is no script, and how many each takes. */
export const formsWithFiles: Readonly<Record<string, FormFiles>> = {
  '/': { pictures: 1 },
  '/sSignup': { pictures: 1 },
  '/CreateBooksAndNovels': { pictures: 3 },
  '/CreatePost': { pictures: 3 },
  '/CreateCourseAndNotes': { pictures: 1, pdfs: 2 },
  '/AlterBooksAndNovels': { pdfs: 2 },
}

/** More than the files may hold: a form that carries too large a one is read to its end, so that it can be answered. */
export const formMaxBytes = ({ pictures = 0, pdfs = 0 }: FormFiles) =>
  pictures * 3 * pictureMaxBytes + pdfs * 2 * pdfMaxBytes + 256 * 1024

/** What a person called the file whose key this is, more or less. */
export const fileNameOf = (key: string) => key.replace(/^.*_[0-9a-f]{32}_/, '')
