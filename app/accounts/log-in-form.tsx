import { Form, useNavigation, useSearchParams } from 'react-router'
import type { ZodMiniType } from 'zod/mini'

import { AnswerNotice } from '#app/platform/answer-notice.tsx'
import type { Answer } from '#app/platform/forms.ts'
import { PhoneField } from '#app/platform/person-fields.tsx'
import { useForm } from '#app/platform/use-form.ts'
import { Button } from '#app/ui/button.tsx'
import { PasswordField } from '#app/ui/field.tsx'
import { InlineNotice } from '#app/ui/notice.tsx'

interface LogInFormProps {
  schema: ZodMiniType
  answer: (Answer & { goTo?: string }) | undefined
  /** Said to whoever signed up without script and was sent here. */
  signedUp: string
}

export function LogInForm({ schema, answer, signedUp }: LogInFormProps) {
  const form = useForm(schema, answer)
  const isSending = useNavigation().state === 'submitting'
  const isNew = useSearchParams()[0].has('registered') && !answer

  return (
    <>
      {isNew && (
        <div className="mt-5">
          <InlineNotice kind="success" text={signedUp} />
        </div>
      )}
      {/* A full load, so that nothing of the visitor's pages stays. */}
      <AnswerNotice answer={answer} onSuccess={() => window.location.assign(answer?.goTo ?? '/')} />
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
