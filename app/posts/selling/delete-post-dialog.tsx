import { Form, useLocation, useNavigation } from 'react-router'

import type { PostKind } from '#app/posts/post-rules.ts'
import { kindWords } from '#app/posts/post-texts.ts'
import { AlertDialog } from '#app/ui/dialog.tsx'

interface DeletePostDialogProps {
  seller: 'student' | 'store'
  post: { kind: PostKind; name: string }
  onClose: () => void
}

export function DeletePostDialog({ seller, post, onClose }: DeletePostDialogProps) {
  const { pathname, search } = useLocation()
  const isDeleting = useNavigation().state === 'submitting'
  return (
    <>
      <Form id="delete-post" method="post" replace preventScrollReset action={pathname + search} />
      <AlertDialog
        open
        onClose={onClose}
        form="delete-post"
        title="Are you sure?"
        text={
          <>
            {seller === 'store'
              ? 'Once deleted, you will not be able to recover this post!'
              : `Do you want to delete this ${kindWords[post.kind].inTitle}?`}
            <strong className="mt-1 line-clamp-3">{post.name}</strong>
          </>
        }
        icon={seller === 'store' ? 'trash' : 'warning'}
        confirmLabel={isDeleting ? 'Deleting...' : 'Delete'}
        busy={isDeleting}
      />
    </>
  )
}
