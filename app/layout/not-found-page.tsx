import { data } from 'react-router'

/** Matches every URL that the site map does not list: shows the error page in the viewer's frame. */
export function loader() {
  throw data(null, 404)
}

export const action = loader

export default function NotFoundPage() {
  return null
}
