import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Form, useNavigate, useNavigation } from 'react-router'

import { keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { AnswerNotice } from '#app/forms/answer-notice.tsx'
import type { Answer } from '#app/forms/forms.ts'
import { PhoneField } from '#app/forms/person-fields.tsx'
import type { useForm } from '#app/forms/use-form.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'

import { accountTexts } from './account-texts.ts'

// What the profiles of students and stores have in common: each is read-only until Edit is pressed.

/** What a profile's page shows. Each mode has its URL, so that both work without JavaScript. */
export interface ProfileMode {
  isEditing: boolean
  /** After the redirect that follows saving without JavaScript. */
  isSaved: boolean
  /** The answer to the form. */
  answer: Answer | undefined
}

const savedAnswer: Answer = { notice: { kind: 'success', text: accountTexts.profileSaved } }

export const keepProfileOnFailure = <T,>(serverAction: () => Promise<T>) =>
  keepPageOnFailure(serverAction, accountTexts.profileNotSaved)

interface ProfileMainProps extends ProfileMode {
  /** The path of the profile, read-only. */
  path: string
  className: string
  children: ReactNode
}

export function ProfileMain({ path, isEditing, isSaved, answer, className, children }: ProfileMainProps) {
  const navigate = useNavigate()

  // The pressed button is no longer rendered: moves the focus to the first field, or back to Edit.
  const main = useRef<HTMLElement>(null)
  const wasEditing = useRef(isEditing)
  useLayoutEffect(() => {
    if (wasEditing.current === isEditing) return
    wasEditing.current = isEditing
    main.current?.querySelector<HTMLElement>(isEditing ? 'input[name=name]' : 'button[name=edit]')?.focus()
  }, [isEditing])

  return (
    <main ref={main} id="content" className={className}>
      <AnswerNotice
        answer={answer ?? (isSaved ? savedAnswer : undefined)}
        onSuccess={() => void navigate(path, { replace: true })}
      />
      {children}
    </main>
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
          hint={accountTexts.passwordForPhone}
          className="md:col-span-2"
        />
      )}
    </>
  )
}

/** Belongs into the form of a profile. Cancel submits the form of ProfileModeButtons. */
export function SaveButtons() {
  const isSaving = useNavigation().state === 'submitting'
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
      <ButtonLink to="/account" className="min-h-12">
        Your data
      </ButtonLink>
    </Form>
  )
}
