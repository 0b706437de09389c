import { textMax } from '#app/forms/field-rules.ts'
import type { useForm } from '#app/forms/use-form.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Field } from '#app/ui/field.tsx'

interface CommentFieldsProps {
  form: ReturnType<typeof useForm>
  /** The idempotency key. */
  formKey: string
  isOwnPost: boolean
}

/** The content of a comment's form: on a post's page, on the page of its comments, and in their dialog. */
export function CommentFields({ form, formKey, isOwnPost }: CommentFieldsProps) {
  return (
    <>
      {form.error && <ErrorSummary>{form.error}</ErrorSummary>}
      <input type="hidden" name="key" value={formKey} />
      <Field
        label="Comment"
        {...form.field('comment')}
        maxLength={textMax}
        autoComplete="off"
        placeholder={isOwnPost ? 'Say more about it' : 'Ask about it'}
      />
    </>
  )
}
