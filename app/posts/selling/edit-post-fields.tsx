import { useState } from 'react'

import { DistrictSelect } from '#app/accounts/district-fields.tsx'
import { fileNameOf, pdfAccept } from '#app/files/file-rules.ts'
import type { FileForm } from '#app/files/use-file-form.tsx'
import { formatPaise, parsePaise } from '#app/format/money.ts'
import { nameMax, textMax } from '#app/forms/field-rules.ts'
import { conditions } from '#app/posts/conditions.ts'
import { hasPdfs } from '#app/posts/has-pdfs.ts'
import { categoriesFor } from '#app/posts/kinds/edited-post.ts'
import { publishYears } from '#app/posts/post-rules.ts'
import { payablePaise } from '#app/posts/prices.ts'
import { streams } from '#app/posts/search/stream-rules.ts'
import { Field, Select, TextArea } from '#app/ui/field.tsx'
import { FileField } from '#app/ui/file-field.tsx'

import { CategoryFields } from './category-fields.tsx'
import { CopiesField } from './copies-field.tsx'
import { EditCover, EditPictures } from './edit-pictures.tsx'
import { IsbnField } from './isbn-field.tsx'
import type { EditablePost } from './own-post-queries.server.ts'

interface FieldsProps {
  form: FileForm
  post: EditablePost
}

export function StudentFields({ form, post }: FieldsProps) {
  return (
    <>
      {hasPdfs(post.kind) ? <NoteFields form={form} post={post} /> : <PrintedFields form={form} post={post} />}
      <Description form={form} post={post} />
      <Prices form={form} post={post} />
      {!hasPdfs(post.kind) && <Copies form={form} post={post} />}
      <District form={form} post={post} />
    </>
  )
}

function NoteFields({ form, post }: FieldsProps) {
  return (
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
      {post.kind === 'course' && <EditCover form={form} post={post} />}
    </>
  )
}

function PrintedFields({ form, post }: FieldsProps) {
  const isBook = post.kind === 'book'
  return (
    <>
      <EditPictures form={form} post={post} />
      <Field
        label="Author Name"
        {...form.field('authorName', post.authorName)}
        maxLength={nameMax}
        className={isBook ? '' : 'md:col-span-2'}
      />
      {isBook && <ClassName form={form} post={post} />}
      <Printed form={form} post={post} />
    </>
  )
}

/** Shows what the buyer pays while typing: a selling price takes precedence over a discount. */
function Prices({ form, post }: FieldsProps) {
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

export function StoreFields({ form, post }: FieldsProps) {
  const isNovel = post.kind === 'novel'
  return (
    <>
      <EditPictures form={form} post={post} />
      <Field label="Author Name" {...form.field('authorName', post.authorName)} maxLength={nameMax} />
      {isNovel ? (
        <Field label="Category" {...form.field('category', post.category)} maxLength={nameMax} />
      ) : (
        <ClassName form={form} post={post} />
      )}
      {isNovel && <Description form={form} post={post} />}
      <Printed form={form} post={post} />
      <Field label="Original Price" {...form.field('price', rupees(post.pricePaise))} inputMode="decimal" />
      <Field
        label="Selling Price"
        {...form.field('sellingPrice', rupees(post.sellingPricePaise))}
        inputMode="decimal"
        hint="Optional. What the buyer pays."
      />
      <Copies form={form} post={post} />
      <District form={form} post={post} />
    </>
  )
}

/** The hidden field holds what was shown: orders may take copies while the form is open. */
function Copies({ form, post }: FieldsProps) {
  const shown = String(post.copies ?? '')
  const { name, defaultValue } = form.field('shownCopies', shown)
  return (
    <>
      <CopiesField {...form.field('copies', shown)} />
      <input type="hidden" name={name} defaultValue={defaultValue} />
    </>
  )
}

/** What books and novels have in common. */
function Printed({ form, post }: FieldsProps) {
  return (
    <>
      <Select label="Stream" {...form.field('stream', post.stream)} options={streams} />
      <Select label="Condition" {...form.field('condition', post.condition)} options={conditions} />
      <Select
        label="Publish Year"
        {...form.field('publishYear', post.publishYear === null ? '' : String(post.publishYear))}
        empty="Not known"
        options={publishYears}
      />
      <IsbnField {...form.field('isbn', post.isbn)} />
    </>
  )
}

function ClassName({ form, post }: FieldsProps) {
  return <Field label="Class Name" {...form.field('className', post.className)} maxLength={nameMax} hint="Optional" />
}

function District({ form, post }: FieldsProps) {
  return <DistrictSelect {...form.field('district', post.district)} sellerDistrict={post.sellerDistrict} />
}

function Description({ form, post }: FieldsProps) {
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
