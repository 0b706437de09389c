import { hash } from 'node:crypto'
import path from 'node:path'

import { LRUCache } from 'lru-cache'

import { pictureMaxBytes } from '#app/files/file-rules.ts'
import { inTemporaryFolder, saveBytes } from '#app/files/incoming-file.server.ts'
import { renditionKey } from '#app/files/pictures/picture-url.ts'
import { inPictureTurn } from '#app/files/pictures/sharp.server.ts'
import type { Storage } from '#app/files/storage/storage.server.ts'
import { bounded } from '#app/platform/bounded.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { findPost } from '#app/posts/post-queries.server.ts'
import { siteSharePath } from '#app/rendering/share-picture.ts'

import { drawSharePicture, drawSitePicture } from './draw-share-picture.server.ts'
import { type DrawnPost, shareVersionOf } from './share-version.server.ts'

interface Options {
  db: Db
  storage: Storage
  config: { siteName: string }
}

interface Picture {
  version: string
  jpeg: Buffer<ArrayBuffer>
}

const sharePath = /^\/share\/([^/]+)\.jpg$/
/** Some 300 pictures of 27 kB. One that was evicted is drawn again in 0.2 s. */
const cacheMaxBytes = 8 * 1024 * 1024
/** Drawings that run or wait; further requests are answered 503. */
const drawingsMax = 8

/**
 * Serves the pictures that others show with a link to a post or to the site. The post is looked up for every request,
 * so that a deleted post has no picture, and a changed one has a new picture, in every process.
 */
export function serveSharePictures({ db, storage, config }: Options) {
  const { siteName } = config
  const cache = new LRUCache<string, Picture>({ maxSize: cacheMaxBytes, sizeCalculation: ({ jpeg }) => jpeg.length })
  const drawing = new Map<string, Promise<Picture>>()
  const inTurn = bounded(1) // so that an upload waits for one drawing at most (inPictureTurn)

  /** Null if too many others are being drawn. Concurrent requests share a drawing. */
  function findPicture(name: string, version: string, draw: () => Promise<Buffer>) {
    const cached = cache.get(name)
    if (cached?.version === version) return cached
    const key = `${name} ${version}`
    const begun = drawing.get(key)
    if (begun) return begun
    if (drawing.size >= drawingsMax) return null
    const picture = inTurn(draw)
      .then((jpeg) => ({ version, jpeg: jpeg as Buffer<ArrayBuffer> }))
      .finally(() => drawing.delete(key))
    drawing.set(key, picture)
    void picture.then(
      (drawn) => cache.set(name, drawn),
      () => {}, // the requests that wait for it report the error
    )
    return picture
  }

  return async function serveSharePicture(request: Request) {
    const { pathname, searchParams } = new URL(request.url)
    const name = sharePath.exec(pathname)?.[1] ?? ''
    const isOfSite = pathname === siteSharePath
    const post = isId(name) ? await findPost(db, null, name) : undefined
    if (!post && !isOfSite) {
      cache.delete(name)
      return refuse(404, 'Not found')
    }

    const postVersion = post ? shareVersionOf(post) : ''
    const version = `${postVersion}${hash('sha256', siteName, 'base64url').slice(0, 6)}`
    const etag = `"${version}"`
    const headers = {
      'Content-Type': 'image/jpeg',
      'Cache-Control': cacheControlOf(postVersion, searchParams.get('v')),
      ETag: etag,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'",
    }
    if (request.headers.get('If-None-Match')?.includes(etag)) return new Response(null, { status: 304, headers })
    const drawSite = () => inPictureTurn(() => drawSitePicture(siteName))
    const draw = () => (post ? drawWithCover(post, { siteName, storage }) : drawSite())
    const picture = await findPicture(name, version, draw)
    if (!picture) return refuse(503, 'Too many pictures are being drawn.', { 'Retry-After': '2' })
    const body = request.method === 'HEAD' ? null : picture.jpeg
    return new Response(body, { headers: { ...headers, 'Content-Length': String(picture.jpeg.length) } })
  }
}

/**
 * Under the version that its page names, a picture never changes; it is cached for a day, not for a year, because its
 * post may be deleted. An older address gets the current picture, which may change.
 */
function cacheControlOf(postVersion: string, askedVersion: string | null) {
  if (postVersion === '') return 'public, max-age=3600'
  return askedVersion === postVersion ? 'public, max-age=86400' : 'no-cache'
}

function refuse(status: number, text: string, headers: Record<string, string> = {}) {
  return new Response(text, {
    status,
    headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', ...headers },
  })
}

/** Sharp reads the cover from a file, because decoding from memory is disabled (sharp.server.ts). */
async function drawWithCover(post: DrawnPost, { siteName, storage }: { siteName: string; storage: Storage }) {
  const draw = (cover: string | null) => inPictureTurn(() => drawSharePicture(post, siteName, cover))
  const found = post.picture ? await storage.open(renditionKey(post.picture.key, 640, 'jpg')) : null
  if (!found) return draw(null)
  return inTemporaryFolder(storage, async (folder) => {
    const file = path.join(folder, 'cover.jpg')
    await saveBytes(found.stream, file, pictureMaxBytes)
    return draw(file).catch((err: unknown) => {
      storage.log.error({ err, key: post.picture?.key }, 'cover of a share picture not drawn')
      return draw(null)
    })
  })
}
