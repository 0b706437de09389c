import { type ComponentProps, useState } from 'react'

import { PasswordField } from '#app/ui/field.tsx'

import { accountTexts } from './account-texts.ts'
import { useIsCommonPassword } from './use-is-common-password.ts'

/** For a password that is chosen. Warns of a common one while it is typed, but lets people take it. */
export function NewPasswordField({ className, ...props }: ComponentProps<typeof PasswordField>) {
  const [typed, setTyped] = useState('')
  const isCommon = useIsCommonPassword(typed)
  return (
    <div className={className}>
      <PasswordField {...props} autoComplete="new-password" onChange={(event) => setTyped(event.currentTarget.value)} />
      <output className="block text-sm font-medium text-muga">{isCommon && accountTexts.commonPassword}</output>
    </div>
  )
}
