import { logInPath } from '#app/access/log-in-path.ts'
import { may, type Role } from '#app/access/role-rules.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

import { Heart, type HeartProps } from './heart.tsx'
import { savingPath } from './saved-texts.ts'

interface SaveButtonProps extends HeartProps {
  post: HeartProps['post'] & { isOwn: boolean }
  /** The viewer's role. */
  role: Role
}

/** A heart, filled while the post is saved. Nobody saves an own post. Needs a `SaveForm` on the page. */
export function SaveButton({ role, ...props }: SaveButtonProps) {
  if (!may(role, 'save posts') || props.post.isOwn) return null
  return <Heart {...props} />
}

/** On the page of a post visitors have it, too: they log in, and are back on the page. */
export function SaveButtonOfPage({ role, ...props }: SaveButtonProps) {
  if (role !== 'visitor') return <SaveButton role={role} {...props} />
  return (
    <ButtonLink to={logInPath(savingPath(props.post.id))} variant={props.variant}>
      <Icon name="heart" /> Save
    </ButtonLink>
  )
}
