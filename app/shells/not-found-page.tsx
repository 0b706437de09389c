import { data } from 'react-router'

/** Every address that the site map does not name: the error page, in the frame of whoever asks. */
export function loader() {
  throw data(null, 404)
}

export const action = loader

export default function NotFoundPage() {
  return null
}
