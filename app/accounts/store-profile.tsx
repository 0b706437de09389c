import { useLayoutEffect, useRef, useState } from 'react'
import { Form, useNavigate, useNavigation } from 'react-router'

import { keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { pictureAccept } from '#app/files/file-rules.ts'
import { Picture } from '#app/files/pictures/picture.tsx'
import { useFileForm } from '#app/files/use-file-form.tsx'
import { AnswerNotice } from '#app/forms/answer-notice.tsx'
import { nameMax } from '#app/forms/field-rules.ts'
import type { Answer } from '#app/forms/forms.ts'
import { AddressField, PhoneField } from '#app/forms/person-fields.tsx'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { FileField } from '#app/ui/file-field.tsx'

import { StoreProfile as Schema } from './account-rules.ts'
import { accountTexts, pictureTypeMessage } from './account-texts.ts'

interface StoreProfileProps {
  store: {
    name: string
    district: string
    address: string
    email: string
    phone: string
    picture: { key: string; width: number; height: number } | null
  }
  isEditing: boolean
  isSaved: boolean
  answer: Answer | undefined
}

/** Shown after the redirect that follows saving without JavaScript. */
const savedAnswer: Answer = { notice: { kind: 'success', text: accountTexts.profileSaved } }

export const keepProfileOnFailure = <T,>(serverAction: () => Promise<T>) =>
  keepPageOnFailure(serverAction, accountTexts.profileNotSaved)

/** Read-only until Edit is pressed. Each mode has its URL, so that both work without JavaScript. */
export function StoreProfile({ store, isEditing, isSaved, answer: actionAnswer }: StoreProfileProps) {
  const navigate = useNavigate()
  const answer = actionAnswer ?? (isSaved ? savedAnswer : undefined)

  // The pressed button is no longer rendered: moves the focus to the first field, or back to Edit.
  const main = useRef<HTMLElement>(null)
  const wasEditing = useRef(isEditing)
  useLayoutEffect(() => {
    if (wasEditing.current === isEditing) return
    wasEditing.current = isEditing
    main.current?.querySelector<HTMLElement>(isEditing ? 'input[name=name]' : 'button[name=edit]')?.focus()
  }, [isEditing])

  return (
    <main
      ref={main}
      id="content"
      className="mx-auto grid w-full max-w-page gap-6 px-4 pt-6 pb-10 md:grid-cols-[280px_1fr] md:gap-12 md:px-8"
    >
      <PageTitle>Bookstore Profile</PageTitle>
      <AnswerNotice answer={answer} onSuccess={() => void navigate('/', { replace: true })} />
      <div className="flex items-center gap-4 md:flex-col md:items-start">
        {store.picture && (
          <Picture
            file={store.picture}
            alt=""
            sizes="(width >= 47.5rem) 160px, 88px"
            loading="eager"
            className="size-22 max-w-none rounded-md object-cover md:size-40"
          />
        )}
        <div className="min-w-0">
          <h1 className="line-clamp-4 text-xl md:text-xl">{store.name}</h1>
          <p className="line-clamp-2 text-ink-soft">{store.district}</p>
        </div>
      </div>
      {/* The key remounts the fields, so that Cancel discards what was typed. */}
      <Fields key={String(isEditing)} store={store} isEditing={isEditing} answer={answer} />
    </main>
  )
}

function Fields({ store, isEditing, answer }: Omit<StoreProfileProps, 'isSaved'>) {
  const { form, dialogs } = useFileForm(Schema, answer, {
    pictures: { picture: 'Bookstores' },
    notAPicture: pictureTypeMessage,
    failed: accountTexts.profileNotSaved,
  })
  const isSaving = useNavigation().state === 'submitting'
  const [phone, setPhone] = useState(answer?.typed?.phone ?? store.phone)
  const { error: passwordError } = form.field('password')
  const asksForPassword = isEditing && (phone !== store.phone || passwordError !== undefined)

  const field = (name: 'name' | 'district' | 'address' | 'email' | 'phone') => {
    const { error, defaultValue } = form.field(name)
    return { name, error, defaultValue: defaultValue ?? store[name], readOnly: !isEditing }
  }

  return (
    <section>
      {dialogs}
      <Form id="cancel" method="get" action="/" />
      <Form
        {...form.props}
        action="/?index&edit=on"
        encType="multipart/form-data"
        className="grid gap-4.5 md:grid-cols-2"
      >
        <h2 className="md:col-span-2">Bookstore Profile</h2>
        <Field label="Book Store Name" {...field('name')} autoComplete="organization" maxLength={nameMax} />
        <Field label="District" {...field('district')} autoComplete="address-level2" maxLength={nameMax} />
        <AddressField {...field('address')} className="md:col-span-2" />
        <Field label="Email" {...field('email')} type="email" autoComplete="email" />
        <PhoneField {...field('phone')} onChange={(event) => setPhone(event.currentTarget.value)} />
        {asksForPassword && (
          <Field
            label="Password"
            {...form.field('password')}
            type="password"
            autoComplete="current-password"
            hint={accountTexts.passwordForPhone}
            className="md:col-span-2"
          />
        )}
        {isEditing ? (
          <>
            <FileField
              label="Picture"
              kind="file"
              choose="Choose picture"
              accept={pictureAccept}
              currentName="Current picture"
              {...form.file('picture')}
              className="md:col-span-2"
            />
            <div className="flex flex-wrap gap-3 md:col-span-2">
              <Button type="submit" variant="main" busy={isSaving}>
                {isSaving ? 'Saving...' : 'Save Changes'}
              </Button>
              <Button type="submit" form="cancel" variant="line" className="min-h-12">
                Cancel
              </Button>
            </div>
          </>
        ) : null}
      </Form>
      {!isEditing && (
        <Form method="get" action="/" className="mt-4.5 flex flex-wrap gap-3">
          <Button type="submit" variant="main" name="edit" value="on">
            Edit
          </Button>
          <ButtonLink to="/account" className="min-h-12">
            Your data
          </ButtonLink>
        </Form>
      )}
    </section>
  )
}
