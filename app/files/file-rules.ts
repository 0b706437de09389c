/** The folders of the storage that hold pictures: of what is for sale, and of stores. */
export const pictureFolders = ['images', 'Bookstores'] as const
export type PictureFolder = (typeof pictureFolders)[number]

export const pictureMaxBytes = 10 * 1024 * 1024
export const pictureMaxPixels = 40_000_000
/** A picture is kept so small that it fits into a square of this side. */
export const pictureSide = 1024
/** Widths of the small ones, for cards and phones. */
export const pictureWidths = [160, 320, 640] as const
/** What a file input offers to choose; what a file is, its bytes say. */
export const pictureAccept = 'image/jpeg,image/png'

export type PictureProblem = 'too large' | 'too many pixels' | 'not a picture'

/** What is wrong with a picture, for people. That it is none, each screen says in its own words. */
export function pictureProblemText(problem: PictureProblem, notAPicture: string) {
  if (problem === 'not a picture') return notAPicture
  return problem === 'too large'
    ? `The picture is too large: ${pictureMaxBytes / 1024 / 1024} MB at most`
    : `The picture has too many pixels: ${pictureMaxPixels / 1_000_000} megapixels at most`
}

/** What the first bytes say, whatever the name and the declared type. */
export function isJpegOrPng(start: Uint8Array) {
  const startsWith = (...bytes: number[]) => bytes.every((byte, at) => start[at] === byte)
  return startsWith(0xff, 0xd8, 0xff) || startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
}

/** How long a chosen file waits for the form it was chosen in. */
export const pendingMs = 60 * 60_000

/** A file may be on its way for so long, as long as it keeps coming. */
export const uploadMaxMs = 10 * 60_000

export const pictureUploadPath = '/uploads/picture'

/** The forms that carry pictures themselves where there is no script, and how many each takes. */
export const formsWithPictures: Readonly<Record<string, number>> = {
  '/': 1,
  '/sSignup': 1,
  '/CreateBooksAndNovels': 3,
  '/CreatePost': 3,
}

/** More than the pictures may hold: a form that carries too large a one is read to its end, so that it can be answered. */
export const formMaxBytes = (pictures: number) => pictures * 3 * pictureMaxBytes + 256 * 1024
