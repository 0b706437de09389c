import { Form } from 'react-router'

import { pictureAccept } from '#app/files/file-rules.ts'
import { Picture } from '#app/files/pictures/picture.tsx'
import { useFileForm } from '#app/files/use-file-form.tsx'
import { nameMax } from '#app/forms/field-rules.ts'
import { AddressField } from '#app/forms/person-fields.tsx'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { CheckBox } from '#app/ui/check-box.tsx'
import { Field } from '#app/ui/field.tsx'
import { FileField } from '#app/ui/file-field.tsx'

import { StoreProfile as Schema } from './account-rules.ts'
import { pictureTypeMessage } from './account-texts.ts'
import { DistrictText } from './district-fields.tsx'
import {
  EmailNote,
  PhoneWithPassword,
  ProfileMain,
  type ProfileMode,
  ProfileModeButtons,
  SaveButtons,
  UpiField,
} from './profile-parts.tsx'
import { profileTexts } from './profile-texts.ts'

interface StoreProfileProps extends ProfileMode {
  store: {
    name: string
    district: string
    address: string
    email: string
    hasMail: boolean
    emailConfirmedAt: Date | null
    emailRefusedAt: Date | null
    phone: string
    upiAddress: string | null
    acceptsByItself: boolean
    picture: { key: string; width: number; height: number } | null
  }
}

export function StoreProfile({ store, ...mode }: StoreProfileProps) {
  return (
    <ProfileMain
      {...mode}
      path="/"
      className="mx-auto grid w-full max-w-page gap-6 px-4 pt-6 pb-10 md:grid-cols-[280px_1fr] md:gap-12 md:px-8"
    >
      <PageTitle>Bookstore Profile</PageTitle>
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
      <div className="grid min-w-0 content-start gap-5">
        <EmailNote {...store} />
        {/* The key remounts the fields, so that Cancel discards what was typed. */}
        <Fields key={String(mode.isEditing)} store={store} {...mode} />
      </div>
    </ProfileMain>
  )
}

function Fields({ store, isEditing, answer }: Omit<StoreProfileProps, 'isSaved'>) {
  const { form, dialogs } = useFileForm(Schema, answer, {
    pictures: { picture: 'Bookstores' },
    notAPicture: pictureTypeMessage,
    failed: profileTexts.notSaved,
  })
  const field = (name: 'name' | 'district' | 'address' | 'email' | 'upiAddress') => ({
    ...form.field(name, store[name]),
    readOnly: !isEditing,
  })

  return (
    <section>
      {dialogs}
      <Form
        {...form.props}
        action="/?index&edit=on"
        encType="multipart/form-data"
        className="grid gap-4.5 md:grid-cols-2"
      >
        <h2 className="md:col-span-2">Bookstore Profile</h2>
        <Field label="Book Store Name" {...field('name')} autoComplete="organization" maxLength={nameMax} />
        <DistrictText {...field('district')} />
        <AddressField {...field('address')} className="md:col-span-2" />
        <Field label="Email" {...field('email')} type="email" autoComplete="email" />
        <PhoneWithPassword form={form} phone={store.phone} isEditing={isEditing} />
        <UpiField {...field('upiAddress')} />
        <AcceptsByItself store={store} isEditing={isEditing} />
        {isEditing && (
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
            <SaveButtons />
          </>
        )}
      </Form>
      <ProfileModeButtons path="/" isEditing={isEditing} />
    </section>
  )
}

function AcceptsByItself({ store: { acceptsByItself }, isEditing }: Pick<StoreProfileProps, 'store' | 'isEditing'>) {
  if (!isEditing)
    return (
      <p className="text-sm text-ink-soft md:col-span-2">
        {acceptsByItself ? 'Every order is accepted at once, to be collected.' : 'You accept each order yourself.'}
      </p>
    )
  return (
    <CheckBox
      name="acceptsByItself"
      defaultChecked={acceptsByItself}
      label="Accept every order at once, to be collected"
    />
  )
}
