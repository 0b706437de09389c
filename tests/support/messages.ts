import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import type { BrowserContext } from '@playwright/test'

const file = 'test-results/messages.txt'

/**
 * Every message of the specification: its error catalogue, its successes and its questions. One that ends in a space is
 * the start of a longer text.
 */
export const messages = [
  'Phone number or Password is incorrect',
  'Could not login',
  'Could not register user',
  'Failed to fetch posts',
  'Failed to fetch your posts',
  'Failed to delete post',
  'Failed to update post',
  'Failed to load comments',
  'Failed to add comment',
  'Failed to place order',
  'Failed to fetch novels',
  'Failed to upload book',
  'Failed to upload novel',
  'Failed to upload notes',
  'Failed to upload course materials',
  'Oops... Failed to submit request. Please try again.',
  'There was an error submitting your message. Please try again.',
  'No orders found',

  'Login Successful',
  'Book Store Registered Successfully',
  'User Registered Successfully',
  'Post deleted successfully',
  'Post deleted successfully!',
  'Post updated successfully',
  'Book uploaded successfully',
  'Novel uploaded successfully',
  'Notes uploaded successfully',
  'Course materials uploaded successfully',
  'Data updated successfully!',
  'Comment added successfully!',
  'Book purchased successfully!',
  'Novel purchased successfully!',
  'Note purchased successfully!',
  'Course purchased successfully!',
  'Request submitted successfully. Our team will call you.',
  'Thanks for your feedback!',

  'Are you sure?',
  'Do you want to delete this ',
  'Once deleted, you will not be able to recover this post!',
]

/** Collects the messages that the pages of a test show. */
export async function watchMessages(context: BrowserContext) {
  const seen = new Set<string>()
  await context.exposeBinding('messageIsSeen', (_source, message: string) => void seen.add(message))
  await context.addInitScript(reportMessages, messages)
  return seen
}

/** Runs in the page: looks for messages in text that is added or changed, and in dialogs that open. */
function reportMessages(known: string[]) {
  const say = (window as unknown as { messageIsSeen: (message: string) => void }).messageIsSeen
  const look = (node: Node) => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    for (let text = node instanceof Text ? node : texts.nextNode(); text; text = texts.nextNode()) {
      const words = (text as Text).data
      const message = known.find((one) => (one.endsWith(' ') ? words.startsWith(one) : words === one))
      if (message !== undefined && text.parentElement?.checkVisibility()) say(message)
    }
  }
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) (type === 'childList' ? addedNodes : [target]).forEach(look)
  })
  const attributeFilter = ['open', 'hidden']
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter })
}

export function keepSeen(seen: Set<string>) {
  if (seen.size === 0) return
  mkdirSync(path.dirname(file), { recursive: true })
  appendFileSync(file, [...seen].map((message) => `${JSON.stringify(message)}\n`).join(''))
}

/** The messages that no test has shown since the results were last removed. */
export function unseenMessages() {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  const seen = new Set(lines.map((line) => JSON.parse(line) as string))
  return messages.filter((message) => !seen.has(message))
}
