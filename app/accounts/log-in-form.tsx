import { Form, useNavigation, useSearchParams } from 'react-router'
import type { ZodMiniType } from 'zod/mini'

import { AnswerNotice } from '#app/forms/answer-notice.tsx'
import type { Answer } from '#app/forms/forms.ts'
import { PhoneField } from '#app/forms/person-fields.tsx'
import { useForm } from '#app/forms/use-form.ts'
import { Button } from '#app/ui/button.tsx'
import { PasswordField } from '#app/ui/field.tsx'
import { InlineNotice } from '#app/ui/notice.tsx'

interface LogInFormProps {
  schema: ZodMiniType
  answer: (Answer & { nextPath?: string }) | undefined
  /** Confirms a sign-up without JavaScript, which redirects here. */
  signedUpText: string
}

export function LogInForm({ schema, answer, signedUpText }: LogInFormProps) {
  const form = useForm(schema, answer)
  const isSending = useNavigation().state === 'submitting'
  const hasSignedUp = useSearchParams()[0].has('registered') && !answer

  return (
    <>
      {hasSignedUp && (
        <div className="mt-5">
          <InlineNotice kind="success" text={signedUpText} />
        </div>
      )}
      {/* A full page load discards all data that was loaded as a visitor. */}
      <AnswerNotice answer={answer} onSuccess={() => window.location.assign(answer?.nextPath ?? '/')} />
      <Form {...form.props} className="mt-5 grid gap-4.5">
        <PhoneField {...form.field('phone')} autoComplete="username" />
        <PasswordField label="Password" {...form.field('password')} autoComplete="current-password" />
        <Button type="submit" variant="main" wide busy={isSending}>
          {isSending ? 'Logging in...' : 'Login'}
        </Button>
      </Form>
    </>
  )
}
