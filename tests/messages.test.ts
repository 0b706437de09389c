import { readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

/** Every message of the specification's error catalogue, its successes and its questions: the story that makes it appear. */
const messages: Record<string, [story: string, title: string]> = {
  'Phone number or Password is incorrect': ['student-accounts', 'a wrong log-in says so; the tenth locks'],
  'Could not login': ['student-accounts', 'when the server is away'],
  'Could not register user': ['student-accounts', 'when the server is away'],
  'Failed to fetch posts': ['my-posts', 'when the server is away'],
  'Failed to fetch your posts': ['my-posts', 'when the server is away'],
  'Failed to delete post': ['my-posts', 'when the server is away'],
  'Failed to update post': ['my-posts', 'when the server is away'],
  'Failed to load comments': ['comments', 'over a bad connection'],
  'Failed to add comment': ['comments', 'over a bad connection'],
  'Failed to place order': ['buy', 'an order whose answer was lost'],
  'Failed to fetch novels': ['posts', 'a list that does not arrive'],
  'Failed to upload book': ['posts', 'an upload that does not arrive'],
  'Failed to upload novel': ['posts', 'an upload that does not arrive'],
  'Failed to upload notes': ['upload-notes', 'an upload keeps the form'],
  'Failed to upload course materials': ['upload-notes', 'course materials that do not arrive'],
  'Oops... Failed to submit request. Please try again.': ['home', 'a request that does not arrive'],
  'There was an error submitting your message. Please try again.': ['contact', 'when the connection is lost'],
  'No orders found': ['buy', 'orders that do not arrive'],

  'Login Successful': ['student-accounts', 'a student signs up, logs in'],
  'Book Store Registered Successfully': ['store-accounts', 'a store signs up with its picture'],
  'User Registered Successfully': ['student-accounts', 'a student signs up, logs in'],
  'Post deleted successfully': ['my-posts', 'a store edits and deletes'],
  'Post deleted successfully!': ['my-posts', 'a student is asked before'],
  'Post updated successfully': ['my-posts', 'a student finds the own posts'],
  'Book uploaded successfully': ['posts', 'a student uploads a book'],
  'Novel uploaded successfully': ['posts', 'a store uploads a novel'],
  'Notes uploaded successfully': ['upload-notes', 'a student uploads notes'],
  'Course materials uploaded successfully': ['upload-notes', 'a student uploads course materials'],
  'Data updated successfully!': ['store-accounts', 'a store signs up with its picture'],
  'Comment added successfully!': ['comments', 'a student comments'],
  'Book purchased successfully!': ['buy', 'a visitor logs in and comes back'],
  'Novel purchased successfully!': ['buy', 'a student buys a novel'],
  'Note purchased successfully!': ['buy', 'a student buys a novel'],
  'Course purchased successfully!': ['buy', 'a student buys a novel'],
  'Request submitted successfully. Our team will call you.': ['home', 'a student asks for a book'],
  'Thanks for your feedback!': ['contact', 'a message reaches the team'],

  'Are you sure?': ['my-posts', 'a student is asked before'],
  'Do you want to delete this ': ['my-posts', 'a student is asked before'],
  'Once deleted, you will not be able to recover this post!': ['my-posts', 'a store edits and deletes'],
}

test.for(Object.entries(messages))('%s', ([message, [story, title]]) => {
  const file = path.join(import.meta.dirname, `browser/${story}.spec.ts`)
  const parts = readFileSync(file, 'utf8').split(/^ *test(?=\(|\.describe\()/m)
  const at = parts.findIndex((part) => part.slice(0, 200).includes(title))
  expect(at, `a story in ${story}.spec.ts that begins with "${title}"`).toBeGreaterThan(0)
  // A group of stories says its title, and its first story follows.
  const told = parts.slice(at, parts[at]!.startsWith('.describe') ? at + 3 : at + 1).join('')
  expect(told).toMatch(new RegExp(`expect[^\\n]*\\n?[^\\n]*${RegExp.escape(message)}|${RegExp.escape(`'${message}'`)}`))
})
