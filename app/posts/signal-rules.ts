/** What about a post may interest the team. */
export type PostSignal = 'same picture' | 'same PDF' | 'phone or link' | 'many posts'

/** More posts of one seller within an hour are many. Stores list their shelves: for them it is more. */
export const manyPosts = { student: 10, store: 60 }

/** Ten digits of an Indian mobile number, however they are spaced, or an address of the web. */
export function hasPhoneOrLink(text: string) {
  const isPhone = /(?<!\d)[6-9](?:[\s.-]?\d){9}(?!\d)/.test(text)
  const isLink =
    /https?:\/\/|\bwww\.|\b(?:t\.me|wa\.me|bit\.ly)\b|\b[a-z0-9-]{2,}\.(?:com|in|org|net|io|me|co)\b/i.test(text)
  return isPhone || isLink
}
