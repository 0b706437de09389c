import { Form, useNavigation } from 'react-router'
import type { ZodMiniType } from 'zod/mini'

import type { Answer } from '#app/platform/forms.ts'
import { useForm } from '#app/platform/use-form.ts'
import { AnswerNotice } from '#app/platform/answer-notice.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'

interface LogInFormProps {
  schema: ZodMiniType
  answer: (Answer & { goTo?: string }) | undefined
}

export function LogInForm({ schema, answer }: LogInFormProps) {
  const form = useForm(schema, answer)
  const isSending = useNavigation().state === 'submitting'

  return (
    <>
      {/* A full load, so that nothing of the visitor's pages stays. */}
      <AnswerNotice answer={answer} onClosed={() => answer?.goTo && window.location.assign(answer.goTo)} />
      <Form {...form.props} className="mt-5 grid gap-4.5">
        <Field label="Phone Number" {...form.field('phone')} type="tel" inputMode="numeric" autoComplete="username" />
        <Field label="Password" {...form.field('password')} type="password" autoComplete="current-password" />
        <Button type="submit" variant="main" wide disabled={isSending}>
          {isSending ? 'Logging in...' : 'Login'}
        </Button>
      </Form>
    </>
  )
}
