import { Link } from 'react-router'

const look = 'text-accent-ink'

/** Stands after the button of a sign-up, so that the keyboard comes to the button first. */
export const AgreedTexts = () => (
  <p className="text-sm text-ink-soft">
    With your account you accept the{' '}
    <Link to="/terms" className={look}>
      terms
    </Link>
    . What we keep of you, and why, stands in the{' '}
    <Link to="/privacy" className={look}>
      privacy notice
    </Link>
    .
  </p>
)
