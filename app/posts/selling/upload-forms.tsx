import type { ReactNode } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'

import { DistrictSelect } from '#app/accounts/district-fields.tsx'
import { pdfAccept, pictureAccept } from '#app/files/file-rules.ts'
import { type FileForm, useFileForm } from '#app/files/use-file-form.tsx'
import { nameMax, textMax } from '#app/forms/field-rules.ts'
import type { Answer } from '#app/forms/forms.ts'
import { useIdempotencyKey } from '#app/forms/use-idempotency-key.ts'
import { categories } from '#app/posts/kinds/category.ts'
import { newPostRules } from '#app/posts/kinds/new-post.ts'
import { conditions } from '#app/posts/conditions.ts'
import { filesOf, notAPdf, notAPicture, type PostKind, publishYears } from '#app/posts/post-rules.ts'
import { pdfHint } from '#app/posts/preview/preview-texts.ts'
import { uploadTexts } from '#app/posts/post-texts.ts'
import { streams } from '#app/posts/search/stream-rules.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Field, Select, TextArea } from '#app/ui/field.tsx'
import { FileFieldRow } from '#app/ui/file-field.tsx'

import { CategoryFields } from './category-fields.tsx'
import { CopiesField } from './copies-field.tsx'
import { IsbnField } from './isbn-field.tsx'
import { NameField } from './name-field.tsx'

interface KindForm {
  submit: string
  fields: (form: FileForm) => ReactNode
}

/** The fields of each kind. */
const kindForms: Record<PostKind, KindForm> = {
  book: {
    submit: 'Upload Book',
    fields: (form) => (
      <>
        <Pictures form={form} />
        <NameField label="Book Name" kind="book" form={form} />
        <Field label="Author Name" {...form.field('authorName')} maxLength={nameMax} hint="Optional" />
        <Field
          label="Class Name"
          {...form.field('className')}
          list={classNamesId}
          maxLength={nameMax}
          hint="Optional"
        />
        <Select label="Stream" {...form.field('stream')} empty="Choose" options={streams} />
        <Select label="Book Condition" {...form.field('condition')} empty="Choose" options={conditions} />
        <YearAndOffer form={form} />
      </>
    ),
  },
  novel: {
    submit: 'Upload Novel',
    fields: (form) => (
      <>
        <Pictures form={form} />
        <NameField label="Novel Name" kind="novel" form={form} />
        <Field label="Author Name" {...form.field('authorName')} maxLength={nameMax} />
        <Field label="Category" {...form.field('category')} maxLength={nameMax} />
        <Select label="Stream" {...form.field('stream')} empty="Choose" options={streams} />
        <Select label="Novel Condition" {...form.field('condition')} empty="Choose" options={conditions} />
        <Description form={form} />
        <YearAndOffer form={form} />
      </>
    ),
  },
  note: { submit: 'Upload Notes', fields: (form) => <NoteFields form={form} kind="note" /> },
  course: {
    submit: 'Upload Course Materials',
    fields: (form) => (
      <>
        <NoteFields form={form} kind="course" />
        <Field
          label="Discount"
          {...form.field('discount')}
          inputMode="numeric"
          hint="Optional. Whole percent, off the price where no selling price is given."
        />
        <FileFieldRow
          label="Cover"
          kind="picture"
          hint="Optional. Without one, the leaves of a manuscript are shown."
          fields={[{ label: 'Cover Image', accept: pictureAccept, ...form.file('coverImage') }]}
          className="md:col-span-2"
        />
      </>
    ),
  },
}

/** The id of the suggestions for the class. */
const classNamesId = 'class-names'

interface UploadFormProps {
  kind: PostKind
  /** The idempotency key in the server's HTML. */
  formKey: string
  sellerDistrict: string | null
  /** Suggested for the class. */
  classNames: string[]
  answer: Answer | undefined
}

export function UploadForm({ kind, formKey, sellerDistrict, classNames, answer }: UploadFormProps) {
  const { failed } = uploadTexts[kind]
  const { form, isUploading, dialogs } = useFileForm(newPostRules[kind], answer, {
    ...filesOf[kind],
    notAPicture,
    notAPdf,
    failed,
  })
  const key = useIdempotencyKey(formKey, answer)
  const isSaving = useNavigation().state === 'submitting' || isUploading
  const { pathname, search } = useLocation()
  const { submit, fields } = kindForms[kind]

  return (
    <>
      {dialogs}
      <Form
        {...form.props}
        action={pathname + search}
        encType="multipart/form-data"
        className="grid gap-4.5 md:grid-cols-2 md:gap-x-5"
      >
        <input type="hidden" name="key" value={key} />
        <datalist id={classNamesId}>
          {classNames.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
        {form.error && (
          <div className="md:col-span-2">
            <ErrorSummary>{form.error}</ErrorSummary>
          </div>
        )}
        {fields(form)}
        <DistrictSelect {...form.field('district')} sellerDistrict={sellerDistrict} hint="Optional. Where it is." />
        <div className="md:col-span-2">
          <Button type="submit" variant="main" busy={isSaving}>
            {isSaving ? 'Uploading...' : submit}
          </Button>
        </div>
      </Form>
    </>
  )
}

function Pictures({ form }: { form: FileForm }) {
  return (
    <FileFieldRow
      label="Pictures"
      kind="picture"
      hint="Front cover first, then the back or a page that shows the condition. We make large pictures smaller before sending."
      fields={[
        { label: 'Picture 1', accept: pictureAccept, ...form.file('picture1') },
        { label: 'Picture 2', accept: pictureAccept, ...form.file('picture2') },
        { label: 'Picture 3', accept: pictureAccept, ...form.file('picture3'), hint: 'Optional' },
      ]}
      className="md:col-span-2"
    />
  )
}

function YearAndOffer({ form }: { form: FileForm }) {
  return (
    <>
      <Select label="Publish Year" {...form.field('publishYear')} empty="Not known" options={publishYears} />
      <IsbnField {...form.field('isbn')} />
      <Field label="Original Price" {...form.field('price')} inputMode="decimal" hint="The price printed on the book" />
      <SellingPrice form={form} />
      <CopiesField {...form.field('copies')} />
    </>
  )
}

function NoteFields({ form, kind }: { form: FileForm; kind: 'note' | 'course' }) {
  return (
    <>
      <FileFieldRow
        label="PDFs"
        kind="file"
        hint={pdfHint}
        fields={(['pdf1', 'pdf2'] as const).map((name, n) => ({
          label: `PDF ${n + 1}`,
          choose: 'Choose PDF',
          accept: pdfAccept,
          hint: '25 MB at most',
          ...form.file(name),
        }))}
        className="md:col-span-2"
      />
      <NameField label="Name" kind={kind} form={form} className="md:col-span-2" />
      <Field label="Class Name" {...form.field('className')} list={classNamesId} maxLength={nameMax} hint="Optional" />
      <Field label="College Name" {...form.field('collegeName')} maxLength={nameMax} hint="Optional" />
      <CategoryFields
        category={form.field('category')}
        otherCategory={form.field('otherCategory')}
        options={categories}
        empty="Choose"
      />
      <Description form={form} hint="Optional" />
      <Field label="Price" {...form.field('price')} inputMode="decimal" />
      <SellingPrice form={form} />
    </>
  )
}

function Description({ form, hint }: { form: FileForm; hint?: string }) {
  return (
    <TextArea
      label="Description"
      {...form.field('description')}
      maxLength={textMax}
      rows={4}
      hint={hint}
      className="md:col-span-2"
    />
  )
}

function SellingPrice({ form }: { form: FileForm }) {
  return (
    <Field
      label="Selling Price"
      {...form.field('sellingPrice')}
      inputMode="decimal"
      hint="Optional. What the buyer pays."
    />
  )
}
