import { isJpegOrPng, pictureSide, pictureSizeProblem } from '#app/files/file-rules.ts'

const quality = 0.7

/**
 * Scales a picture down before its upload. What the browser cannot decode is sent as it is, for the server to refuse.
 */
export async function shrinkPicture(file: File): Promise<Blob> {
  if (!isJpegOrPng(new Uint8Array(await file.slice(0, 8).arrayBuffer()))) return file
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!picture || pictureSizeProblem(picture)) return file

  const scale = Math.min(1, pictureSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return file

  context.fillStyle = '#fff' // JPEG has no transparency
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const shrunk = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  return shrunk ?? file
}
