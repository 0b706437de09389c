import { Form, Link, useNavigation, useSearchParams } from 'react-router'
import type { ZodMiniType } from 'zod/mini'

import { AnswerNotice } from '#app/forms/answer-notice.tsx'
import type { Answer } from '#app/forms/forms.ts'
import { PhoneField } from '#app/forms/person-fields.tsx'
import { useForm } from '#app/forms/use-form.ts'
import { Button } from '#app/ui/button.tsx'
import { PasswordField } from '#app/ui/field.tsx'
import { InlineNotice } from '#app/ui/notice.tsx'

import { accountTexts } from './account-texts.ts'
import { useSignedUpPhone } from './signed-up-phone.ts'

interface LogInFormProps {
  schema: ZodMiniType
  answer: (Answer & { nextPath?: string }) | undefined
  /** Confirms a sign-up without JavaScript, which redirects here. */
  signedUpText: string
}

export function LogInForm({ schema, answer, signedUpText }: LogInFormProps) {
  const form = useForm(schema, answer)
  const isSending = useNavigation().state === 'submitting'
  const signedUpPhone = useSignedUpPhone()
  const [query] = useSearchParams()
  const done = query.has('registered') ? signedUpText : query.has('reset') ? accountTexts.passwordReset : null

  return (
    <>
      {done && !answer && (
        <div className="mt-5">
          <InlineNotice kind="success" text={done} />
        </div>
      )}
      {/* A full page load discards all data that was loaded as a visitor. */}
      <AnswerNotice answer={answer} onSuccess={() => window.location.assign(answer?.nextPath ?? '/')} />
      <Form {...form.props} className="mt-5 grid gap-4.5">
        <PhoneField {...form.field('phone', signedUpPhone)} autoComplete="username" />
        <PasswordField label="Password" {...form.field('password')} autoComplete="current-password" />
        <Link to="/forgot-password" className="-my-2 inline-flex min-h-11 items-center justify-self-start text-sm">
          Forgot password?
        </Link>
        <Button type="submit" variant="main" wide busy={isSending}>
          {isSending ? 'Logging in...' : 'Login'}
        </Button>
      </Form>
    </>
  )
}
