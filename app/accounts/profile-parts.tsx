import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Form, useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router'

import { noticesPath, securityPath } from '#app/access/paths.ts'
import { keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { AnswerNotice } from '#app/forms/answer-notice.tsx'
import type { Answer } from '#app/forms/forms.ts'
import { PhoneField } from '#app/forms/person-fields.tsx'
import type { useForm } from '#app/forms/use-form.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { InlineNotice } from '#app/ui/notice.tsx'

import { accountTexts } from './account-texts.ts'
import { profileTexts } from './profile-texts.ts'

// What the profiles of students and stores have in common: each is read-only until Edit is pressed.

/** What a profile's page shows. Each mode has its URL, so that both work without JavaScript. */
export interface ProfileMode {
  isEditing: boolean
  /** After the redirect that follows saving. */
  isSaved: boolean
  /** The answer to the form. */
  answer: Answer | undefined
}

const savedAnswer: Answer = { notice: { kind: 'success', text: profileTexts.saved } }

export const keepProfileOnFailure = <T,>(serverAction: () => Promise<T>) =>
  keepPageOnFailure(serverAction, profileTexts.notSaved)

interface ProfileMainProps extends ProfileMode {
  /** The path of the profile, read-only. */
  path: string
  className: string
  children: ReactNode
}

const editButton = 'button[name=edit]'
const focusWithin = (part: HTMLElement | null, selector: string) => part?.querySelector<HTMLElement>(selector)?.focus()

export function ProfileMain({ path, isEditing, isSaved, answer, className, children }: ProfileMainProps) {
  const navigate = useNavigate()
  const { key } = useLocation()

  // The pressed button is no longer rendered: moves the focus to the first field, or back to Edit.
  const main = useRef<HTMLElement>(null)
  const wasEditing = useRef(isEditing)
  useLayoutEffect(() => {
    if (wasEditing.current === isEditing) return
    wasEditing.current = isEditing
    focusWithin(main.current, isEditing ? 'input[name=name]' : editButton)
  }, [isEditing])

  function leaveNotice() {
    void navigate(path, { replace: true })
    focusWithin(main.current, editButton) // the notice kept the focus from it
  }

  return (
    <main ref={main} id="content" className={className}>
      <AnswerNotice key={key} answer={answer ?? (isSaved ? savedAnswer : undefined)} onSuccess={leaveNotice} />
      {children}
    </main>
  )
}

export interface EmailState {
  /** False where the site has no mail server: then no link was sent. */
  hasMail: boolean
  emailConfirmedAt: Date | null
  emailRefusedAt: Date | null
}

/** Whether mail reaches the person, below the profile. Its form is one of its own: the profile's is open around it. */
export function EmailNote({ hasMail, emailConfirmedAt, emailRefusedAt }: EmailState) {
  const isSent = useSearchParams()[0].get('confirmation') === 'sent'
  if (!hasMail) return null
  if (isSent) return <InlineNotice kind="success" text={accountTexts.confirmationSent} />
  if (emailConfirmedAt && !emailRefusedAt) return null
  return (
    <Form
      method="post"
      action="/account/confirmation"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-l-4 border-muga bg-muga-tint px-3.5 py-2 text-sm"
    >
      <p className="min-w-0 flex-1 basis-60">
        {emailRefusedAt
          ? 'Mails to your address came back, so we send none. Please correct it, or let us try again.'
          : 'Your e-mail address is not confirmed: no notices go there yet. Follow the link that we sent you.'}
      </p>
      <Button type="submit" variant="line" name="send" value="link">
        Send the link again
      </Button>
    </Form>
  )
}

interface PhoneWithPasswordProps {
  form: Pick<ReturnType<typeof useForm>, 'field'>
  label?: string
  /** The stored phone. */
  phone: string
  isEditing: boolean
}

/** People log in with their phone: changing it takes the password. */
export function PhoneWithPassword({ form, label, phone, isEditing }: PhoneWithPasswordProps) {
  const field = form.field('phone', phone)
  const [typed, setTyped] = useState(field.defaultValue)
  const password = form.field('password')
  return (
    <>
      <PhoneField
        {...field}
        {...(label && { label })}
        readOnly={!isEditing}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {isEditing && (typed !== phone || password.error !== undefined) && (
        <Field
          label="Password"
          {...password}
          type="password"
          autoComplete="current-password"
          hint={profileTexts.passwordForPhone}
          className="md:col-span-2"
        />
      )}
    </>
  )
}

type UpiFieldProps = { readOnly: boolean } & ReturnType<ReturnType<typeof useForm>['field']>

/** Where buyers can pay. */
export function UpiField(field: UpiFieldProps) {
  return (
    <Field
      label="UPI address"
      {...field}
      {...(field.readOnly && !field.defaultValue && { defaultValue: 'Not given' })}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={170}
      hint="Optional. Buyers see it on their orders, so that they can pay you."
    />
  )
}

/** Belongs into the form of a profile. Cancel submits the form of ProfileModeButtons. */
export function SaveButtons() {
  const isSaving = useNavigation().formMethod === 'POST' // until the page that says so has loaded
  return (
    <div className="flex flex-wrap gap-3 md:col-span-2">
      <Button type="submit" variant="main" busy={isSaving}>
        {isSaving ? 'Saving...' : 'Save Changes'}
      </Button>
      <Button type="submit" form="cancel" variant="line" className="min-h-12">
        Cancel
      </Button>
    </div>
  )
}

/** Belongs after the form of a profile. */
export function ProfileModeButtons({ path, isEditing }: { path: string; isEditing: boolean }) {
  if (isEditing) return <Form id="cancel" method="get" action={path} />
  return (
    <Form method="get" action={path} className="mt-4.5 flex flex-wrap gap-3">
      <Button type="submit" variant="main" name="edit" value="on">
        Edit
      </Button>
      <ButtonLink to={securityPath} className="min-h-12">
        Password and log-ins
      </ButtonLink>
      <ButtonLink to={`${noticesPath}#settings`} className="min-h-12">
        What reaches you, and how
      </ButtonLink>
      <ButtonLink to="/account/address" className="min-h-12">
        Address for purchases
      </ButtonLink>
      <ButtonLink to="/account" className="min-h-12">
        Your data
      </ButtonLink>
    </Form>
  )
}
