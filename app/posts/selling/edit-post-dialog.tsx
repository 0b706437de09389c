import { Form, useLocation, useNavigation } from 'react-router'

import { useFileForm } from '#app/files/use-file-form.tsx'
import { nameMax } from '#app/forms/field-rules.ts'
import type { Answer } from '#app/forms/forms.ts'
import { editRules } from '#app/posts/kinds/edited-post.ts'
import { filesOf, notAPdf, notAPicture } from '#app/posts/post-rules.ts'
import { kindWords, managingTexts } from '#app/posts/post-texts.ts'
import { Button } from '#app/ui/button.tsx'
import { CloseButton, Dialog } from '#app/ui/dialog.tsx'
import { Field } from '#app/ui/field.tsx'

import { StoreFields, StudentFields } from './edit-post-fields.tsx'
import type { EditablePost } from './own-post-queries.server.ts'

interface EditPostDialogProps {
  seller: 'student' | 'store'
  post: EditablePost
  answer: Answer | undefined
  onClose: () => void
}

export function EditPostDialog({ seller, post, answer, onClose }: EditPostDialogProps) {
  const { form, isUploading, dialogs } = useFileForm(editRules(seller, post), answer, {
    ...filesOf[post.kind],
    notAPicture,
    notAPdf,
    failed: managingTexts.updateFailed,
  })
  const isSaving = useNavigation().state === 'submitting' || isUploading
  const { pathname, search } = useLocation()

  return (
    <Dialog
      open
      onClose={onClose}
      title={seller === 'store' ? 'Edit Post' : `Edit ${kindWords[post.kind].inTitle}`}
      size="lg"
      footer={
        <>
          <CloseButton variant="line" className="min-h-12">
            Cancel
          </CloseButton>
          <Button type="submit" form="edit-post" variant="main" busy={isSaving}>
            {isSaving ? 'Updating...' : 'Update Post'}
          </Button>
        </>
      }
    >
      {dialogs}
      <Form
        {...form.props}
        id="edit-post"
        action={pathname + search}
        encType="multipart/form-data"
        replace
        preventScrollReset
        className="grid gap-4.5 md:grid-cols-2 md:gap-x-5"
      >
        <Field label="Name" {...form.field('name', post.name)} maxLength={nameMax} className="md:col-span-2" />
        {seller === 'store' ? <StoreFields form={form} post={post} /> : <StudentFields form={form} post={post} />}
      </Form>
    </Dialog>
  )
}
