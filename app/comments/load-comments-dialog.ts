import { loadCommentsPage } from './use-comments.ts'

/** The dialog of comments, with the script of the page that it asks. */
export async function loadCommentsDialog() {
  const [{ CommentsDialog }] = await Promise.all([import('./comments-dialog.tsx'), loadCommentsPage()])
  return CommentsDialog
}
