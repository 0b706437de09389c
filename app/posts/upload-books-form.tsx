import type { ReactNode } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import type { ZodMiniType } from 'zod/mini'

import { pictureAccept } from '#app/files/file-rules.ts'
import { usePictureForm } from '#app/files/use-picture-form.tsx'
import { nameMax, textMax } from '#app/platform/field-rules.ts'
import type { Answer } from '#app/platform/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Field, Select, TextArea } from '#app/ui/field.tsx'
import { FileField, FileFieldRow } from '#app/ui/file-field.tsx'

import { NewBook } from './kinds/book.ts'
import { NewNovel } from './kinds/novel.ts'
import { conditions, notAPicture, pictures, publishYears, streams } from './post-rules.ts'

type PictureForm = ReturnType<typeof usePictureForm>['form']

export function BookForm({ answer }: { answer: Answer | undefined }) {
  return (
    <UploadForm schema={NewBook} answer={answer} submit="Upload Book">
      {(form) => (
        <>
          <Field label="Book Name" {...form.field('name')} maxLength={nameMax} />
          <Field label="Author Name" {...form.field('authorName')} maxLength={nameMax} hint="Optional" />
          <Field label="Class Name" {...form.field('className')} maxLength={nameMax} hint="Optional" />
          <Select label="Stream" {...form.field('stream')} empty="Choose" options={streams} />
          <Select label="Book Condition" {...form.field('condition')} empty="Choose" options={conditions} />
        </>
      )}
    </UploadForm>
  )
}

export function NovelForm({ answer }: { answer: Answer | undefined }) {
  return (
    <UploadForm schema={NewNovel} answer={answer} submit="Upload Novel">
      {(form) => (
        <>
          <Field label="Novel Name" {...form.field('name')} maxLength={nameMax} />
          <Field label="Author Name" {...form.field('authorName')} maxLength={nameMax} />
          <Field label="Category" {...form.field('category')} maxLength={nameMax} />
          <Select label="Stream" {...form.field('stream')} empty="Choose" options={streams} />
          <Select label="Novel Condition" {...form.field('condition')} empty="Choose" options={conditions} />
          <TextArea
            label="Description"
            {...form.field('description')}
            maxLength={textMax}
            rows={4}
            className="md:col-span-2"
          />
        </>
      )}
    </UploadForm>
  )
}

interface UploadFormProps {
  schema: ZodMiniType
  answer: Answer | undefined
  submit: string
  /** The fields that are the kind's own. */
  children: (form: PictureForm) => ReactNode
}

function UploadForm({ schema, answer, submit, children }: UploadFormProps) {
  const { form, overlay } = usePictureForm(schema, answer, { pictures, notAPicture })
  const isSaving = useNavigation().state === 'submitting' || overlay !== null
  const { pathname, search } = useLocation()

  return (
    <>
      {overlay}
      <Form
        {...form.props}
        action={pathname + search}
        encType="multipart/form-data"
        className="grid gap-4.5 md:grid-cols-2 md:gap-x-5"
      >
        {form.error && (
          <div className="md:col-span-2">
            <ErrorSummary>{form.error}</ErrorSummary>
          </div>
        )}
        <FileFieldRow
          label="Pictures"
          hint="Front cover first, then the back or a page that shows the condition. We make large pictures smaller before sending."
          className="md:col-span-2"
        >
          <FileField label="Picture 1" kind="picture" accept={pictureAccept} {...form.file('picture1')} />
          <FileField label="Picture 2" kind="picture" accept={pictureAccept} {...form.file('picture2')} />
          <FileField
            label="Picture 3"
            kind="picture"
            accept={pictureAccept}
            {...form.file('picture3')}
            hint="Optional"
          />
        </FileFieldRow>
        {children(form)}
        <Select label="Publish Year" {...form.field('publishYear')} empty="Not known" options={publishYears} />
        <Field
          label="Original Price"
          {...form.field('price')}
          inputMode="decimal"
          hint="The price printed on the book"
        />
        <Field
          label="Selling Price"
          {...form.field('sellingPrice')}
          inputMode="decimal"
          hint="Optional. What the buyer pays."
        />
        <div className="md:col-span-2">
          <Button type="submit" variant="main" disabled={isSaving}>
            {isSaving ? 'Uploading...' : submit}
          </Button>
        </div>
      </Form>
    </>
  )
}
