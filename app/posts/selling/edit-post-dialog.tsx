import { type ReactNode, useState } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'

import { fileNameOf, pdfAccept } from '#app/files/file-rules.ts'
import { useFileForm } from '#app/files/use-file-form.tsx'
import { formatPaise, parsePaise } from '#app/format/money.ts'
import { nameMax, textMax } from '#app/forms/field-rules.ts'
import type { Answer } from '#app/forms/forms.ts'
import { hasPdfs } from '#app/posts/has-pdfs.ts'
import { categoriesFor, editRules } from '#app/posts/kinds/edited-post.ts'
import { conditions } from '#app/posts/conditions.ts'
import { notAPdf, publishYears } from '#app/posts/post-rules.ts'
import { kindWords, managingTexts } from '#app/posts/post-texts.ts'
import { payablePaise } from '#app/posts/prices.ts'
import { streams } from '#app/posts/search/stream-rules.ts'
import { Button } from '#app/ui/button.tsx'
import { CloseButton, Dialog } from '#app/ui/dialog.tsx'
import { Field, Select, TextArea } from '#app/ui/field.tsx'
import { FileField } from '#app/ui/file-field.tsx'

import { CategoryFields } from './category-fields.tsx'
import type { findOwnPost } from './own-post-queries.server.ts'

type Post = NonNullable<Awaited<ReturnType<typeof findOwnPost>>>
type FileForm = ReturnType<typeof useFileForm>['form']

interface EditPostDialogProps {
  seller: 'student' | 'store'
  post: Post
  answer: Answer | undefined
  onClose: () => void
}

export function EditPostDialog({ seller, post, answer, onClose }: EditPostDialogProps) {
  const pdfs = hasPdfs(post.kind) ? ['pdf1', 'pdf2'] : []
  const { form, isUploading, dialogs } = useFileForm(editRules(seller, post), answer, {
    pdfs,
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

function StudentFields({ form, post }: { form: FileForm; post: Post }) {
  return (
    <>
      {hasPdfs(post.kind) ? (
        <>
          <Field label="College Name" {...form.field('collegeName', post.collegeName)} maxLength={nameMax} />
          <Field label="Class Name" {...form.field('className', post.className)} maxLength={nameMax} />
          <CategoryFields
            category={form.field('category', post.category)}
            otherCategory={form.field('otherCategory')}
            options={categoriesFor(post.category ?? '')}
          />
          {(['pdf1', 'pdf2'] as const).map((name, n) => (
            <FileField
              key={name}
              label={`PDF ${n + 1}`}
              kind="file"
              choose="Choose PDF"
              accept={pdfAccept}
              currentName={post[name] ? fileNameOf(post[name]) : undefined}
              {...form.file(name)}
            />
          ))}
        </>
      ) : (
        <Field
          label="Author Name"
          {...form.field('authorName', post.authorName)}
          maxLength={nameMax}
          className="md:col-span-2"
        />
      )}
      <Description form={form} post={post} />
      <Prices form={form} post={post} />
    </>
  )
}

/** Shows what the buyer pays while typing: a selling price takes precedence over a discount. */
function Prices({ form, post }: { form: FileForm; post: Post }) {
  const [typed, setTyped] = useState({
    price: rupees(post.pricePaise),
    sellingPrice: rupees(post.sellingPricePaise),
    discount: String(post.discount ?? ''),
  })
  const field = (name: keyof typeof typed) => ({
    ...form.field(name, typed[name]),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setTyped((before) => ({ ...before, [name]: value }))
    },
  })
  const paid = payablePaise({
    pricePaise: parsePaise(typed.price) ?? post.pricePaise,
    sellingPricePaise: parsePaise(typed.sellingPrice),
    discount: Number(typed.discount) || null,
  })
  return (
    <>
      <Field label="Price" {...field('price')} inputMode="decimal" hint="Left empty, it stays as it is." />
      <Field
        label="Selling Price"
        {...field('sellingPrice')}
        inputMode="decimal"
        hint="Optional. What the buyer pays."
      />
      <Field
        label="Discount"
        {...field('discount')}
        type="number"
        min={0}
        max={100}
        hint={`Whole percent, off the price where no selling price is given. Buyer pays ${formatPaise(paid)}.`}
      />
    </>
  )
}

function StoreFields({ form, post }: { form: FileForm; post: Post }) {
  const isNovel = post.kind === 'novel'
  return (
    <>
      <Field label="Author Name" {...form.field('authorName', post.authorName)} maxLength={nameMax} />
      {isNovel ? (
        <Field label="Category" {...form.field('category', post.category)} maxLength={nameMax} />
      ) : (
        <Field label="Class Name" {...form.field('className', post.className)} maxLength={nameMax} hint="Optional" />
      )}
      <Select label="Stream" {...form.field('stream', post.stream)} options={streams} />
      <Select label="Condition" {...form.field('condition', post.condition)} options={conditions} />
      {isNovel && <Description form={form} post={post} />}
      <Select
        label="Publish Year"
        {...form.field('publishYear', post.publishYear === null ? '' : String(post.publishYear))}
        empty="Not known"
        options={publishYears}
      />
      <Field label="Original Price" {...form.field('price', rupees(post.pricePaise))} inputMode="decimal" />
      <Field
        label="Selling Price"
        {...form.field('sellingPrice', rupees(post.sellingPricePaise))}
        inputMode="decimal"
        hint="Optional. What the buyer pays."
      />
    </>
  )
}

function Description({ form, post }: { form: FileForm; post: Post }): ReactNode {
  return (
    <TextArea
      label="Description"
      {...form.field('description', post.description)}
      maxLength={textMax}
      rows={4}
      className="md:col-span-2"
    />
  )
}

const rupees = (paise: number | null) => (paise === null ? '' : formatPaise(paise))
