import { pictureUrl } from './picture-url.ts'

/** For readers elsewhere. The origin is empty where the site does not know its own. */
export function absolutePictureUrl(origin: string, key: string) {
  const address = pictureUrl(key)
  return address.startsWith('/') ? origin + address : address
}
