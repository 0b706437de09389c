import { useLocation } from 'react-router'

import { EmptyState } from '#app/ui/empty-state.tsx'

/** Stands where a page of the site map is not built yet. */
const pages: Record<string, { title: string; text: string }> = {
  '/AlterBooksAndNovels': { title: 'Manage Your Posts', text: 'Nothing posted yet.' },
  '/CreateBooksAndNovels': { title: 'Upload Books/Novels', text: 'Uploading opens here.' },
  '/CreateCourseAndNotes': { title: 'Upload Notes/Course Materials', text: 'Uploading opens here.' },
  '/userOrders': { title: 'Orders', text: 'No orders found' },
  '/orderlist': { title: 'Orders', text: 'No orders found' },
  '/CreatePost': { title: 'Upload Books / Novels', text: 'Uploading opens here.' },
  '/AlterPosts': { title: 'Manage Your Posts', text: 'Nothing posted yet.' },
  '/market': { title: 'Marketplace', text: 'No books here yet. Books appear here as soon as a seller posts one.' },
}

export default function SoonPage() {
  const { title, text } = pages[useLocation().pathname]!
  return (
    <main id="content" className="mx-auto w-full max-w-page px-4 py-5 md:px-8">
      <title>{`${title} · Puthi`}</title>
      <h1>{title}</h1>
      <EmptyState title={text} />
    </main>
  )
}
